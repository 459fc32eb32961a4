import type ts from 'typescript'

import type { Project } from '../project/open-project.js'

/**
 * Those of the types that are the members of whole enums of flags: any sum of them is a value, so that all whole numbers
 * are. Their values are powers of two, or made by `<<` and `|`.
 */
export function findFlags(project: Project, types: readonly ts.Type[]): readonly ts.Type[] {
  const enums = new Set(types.flatMap((type) => enumOf(project, type) ?? []))
  return [...enums]
    .map((symbol) => membersOf(project, symbol))
    .flatMap((members) => {
      const isWhole = members.every((member) => types.includes(member) && member.isNumberLiteral())
      return isWhole && (hasFlagValues(members) || members.some((one) => isComposed(project, one)))
        ? members
        : []
    })
}

function enumOf({ compiler: { ts }, checker }: Project, type: ts.Type): ts.Symbol | undefined {
  if ((type.flags & ts.TypeFlags.EnumLiteral) === 0 || !type.isNumberLiteral()) return undefined
  const [member] = type.symbol.declarations ?? []
  if (member === undefined || !ts.isEnumMember(member)) return undefined
  return checker.getSymbolAtLocation(member.parent.name)
}

function membersOf({ checker }: Project, symbol: ts.Symbol): readonly ts.Type[] {
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  return type.isUnion() ? type.types : [type]
}

/** At least two powers of two and nothing else but 0: beside 1 and 2 alone, that is how numbers just count. */
function hasFlagValues(members: readonly ts.Type[]): boolean {
  const values = members.map((member) => (member.isNumberLiteral() ? member.value : Number.NaN))
  const flags = values.filter((value) => value !== 0)
  const isCount = flags.length < values.length && flags.length < 3
  return flags.length > 1 && flags.every(isPowerOfTwo) && !isCount
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(value) && Number.isInteger(Math.log2(value))
}

function isComposed({ compiler: { ts } }: Project, { symbol }: ts.Type): boolean {
  return (symbol.declarations ?? []).filter(ts.isEnumMember).some(({ initializer }) => {
    const operators: readonly ts.SyntaxKind[] = [
      ts.SyntaxKind.LessThanLessThanToken,
      ts.SyntaxKind.BarToken,
    ]
    return (
      initializer !== undefined &&
      ts.isBinaryExpression(initializer) &&
      operators.includes(initializer.operatorToken.kind)
    )
  })
}
