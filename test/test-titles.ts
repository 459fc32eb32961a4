import ts from 'typescript'

const titledFunctions: ReadonlySet<string> = new Set(['describe', 'it', 'test'])
/** Tests under these do not run, so their titles prove nothing. */
const idleModifiers: ReadonlySet<string> = new Set(['skip', 'todo'])

/** The titles of the tests and suites a test file declares; those of skipped ones left out. */
export function testTitles(sourceText: string): readonly string[] {
  const file = ts.createSourceFile('titles.ts', sourceText, ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isIdle(node.expression)) return
    if (ts.isCallExpression(node)) titles.push(...titleOf(node))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
}

function titleOf({ expression, arguments: [title] }: ts.CallExpression): readonly string[] {
  const isTitled = titledFunctions.has(calleeWords(expression)[0] ?? '')
  return isTitled && title !== undefined && isText(title) ? [title.getText()] : []
}

function isIdle(callee: ts.Expression): boolean {
  const [root, ...modifiers] = calleeWords(callee)
  return titledFunctions.has(root ?? '') && modifiers.some((word) => idleModifiers.has(word))
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

/** `it.each(table)` and `it.each` both give `['it', 'each']`. */
function calleeWords(callee: ts.Expression): readonly string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) {
    return [...calleeWords(callee.expression), callee.name.text]
  }
  if (ts.isCallExpression(callee)) return calleeWords(callee.expression)
  return ts.isTaggedTemplateExpression(callee) ? calleeWords(callee.tag) : []
}
