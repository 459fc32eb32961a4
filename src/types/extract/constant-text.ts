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
  project: Project,
  expression: ts.Expression,
): ts.Expression | undefined {
  const { compiler, checker } = project
  if (!compiler.ts.isIdentifier(expression)) return undefined
  const declaration = findConst(project, findNamedSymbol(compiler.ts, checker, expression))
  const initialiser = declaration?.initializer
  return initialiser && plainExpression(compiler.ts, initialiser)
}

/** The text of the `const` that a symbol stands for. */
export function findConstText(project: Project, symbol: ts.Symbol | undefined): string | undefined {
  const declaration = findConst(project, symbol)
  if (declaration === undefined) return undefined
  const type = project.checker.getTypeAtLocation(declaration)
  if (type.isStringLiteral()) return type.value
  return declaration.initializer && findConstantText(project, declaration.initializer)
}

function findConst(
  { compiler: { ts } }: Project,
  symbol: ts.Symbol | undefined,
): ts.VariableDeclaration | undefined {
  const declaration = symbol?.valueDeclaration
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  return isConst ? declaration : undefined
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
