import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { findNamedSymbol, plainExpression } from './plain-expression.js'

/** The text that an expression always has, as the compiler knows it; undefined for one that is no constant. */
export function findConstantText(project: Project, expression: ts.Expression): string | undefined {
  const { ts } = project.compiler
  const plain = plainExpression(ts, expression)
  if (ts.isStringLiteralLike(plain)) return plain.text
  if (ts.isTemplateExpression(plain)) return templateText(project, plain)
  if (ts.isBinaryExpression(plain)) return sumText(project, plain)
  return literalText(project, plain) ?? initialiserText(project, plain)
}

/** The initialiser of the `const` that an identifier names, in whatever file it is. */
export function findInitialiser(
  { compiler: { ts }, checker }: Project,
  expression: ts.Expression,
): ts.Expression | undefined {
  if (!ts.isIdentifier(expression)) return undefined
  const declaration = findNamedSymbol(ts, checker, expression)?.valueDeclaration
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  const { initializer } = declaration
  return isConst && initializer !== undefined ? plainExpression(ts, initializer) : undefined
}

function templateText(
  project: Project,
  { head, templateSpans }: ts.TemplateExpression,
): string | undefined {
  const parts = templateSpans.map(({ expression, literal }) => {
    const text = findConstantText(project, expression)
    return text === undefined ? undefined : text + literal.text
  })
  return parts.includes(undefined) ? undefined : head.text + parts.join('')
}

function sumText(
  project: Project,
  { left, right, operatorToken }: ts.BinaryExpression,
): string | undefined {
  if (operatorToken.kind !== project.compiler.ts.SyntaxKind.PlusToken) return undefined
  const texts = [left, right].map((side) => findConstantText(project, side))
  return texts.includes(undefined) ? undefined : texts.join('')
}

function literalText({ checker }: Project, expression: ts.Expression): string | undefined {
  const type = checker.getTypeAtLocation(expression)
  return type.isStringLiteral() ? type.value : undefined
}

function initialiserText(project: Project, expression: ts.Expression): string | undefined {
  const initialiser = findInitialiser(project, expression)
  return initialiser && findConstantText(project, initialiser)
}
