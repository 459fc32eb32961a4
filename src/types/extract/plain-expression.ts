import type ts from 'typescript'

import type { TypeScript } from '../project/compiler.js'

/** An expression without what only the compiler reads: parentheses, `as const`, `satisfies`, `!`. */
export function plainExpression(ts: TypeScript, expression: ts.Expression): ts.Expression {
  let plain = expression
  while (
    ts.isParenthesizedExpression(plain) ||
    ts.isAsExpression(plain) ||
    ts.isSatisfiesExpression(plain) ||
    ts.isNonNullExpression(plain) ||
    ts.isTypeAssertionExpression(plain)
  ) {
    plain = plain.expression
  }
  return plain
}

/** The symbol that an expression names, through imports and re-exports. */
export function findNamedSymbol(
  ts: TypeScript,
  checker: ts.TypeChecker,
  expression: ts.Expression,
): ts.Symbol | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return resolveAlias(ts, checker, checker.getSymbolAtLocation(name))
}

/** What an imported name stands for. */
export function resolveAlias(
  ts: TypeScript,
  checker: ts.TypeChecker,
  symbol: ts.Symbol | undefined,
): ts.Symbol | undefined {
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol
}
