import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { declarationsOf } from './type-symbols.js'

/**
 * Those of the types that are the members of whole enums of flags: any sum of them is a value, so that all whole numbers
 * are. Their values are powers of two, or made by `<<` and `|`.
 */
export function findFlags(project: Project, types: readonly ts.Type[]): readonly ts.Type[] {
  const numbers = types.filter((type) => type.isNumberLiteral())
  const enums = new Set(numbers.flatMap((type) => enumsOf(project, type)))
  return [...enums].flatMap((type) => {
    const members = type.isUnion() ? type.types : [type]
    const known = numbers.filter((member) => members.includes(member))
    const isWhole = known.length === members.length
    const isFlags = hasFlagValues(known) || known.some((one) => isComposed(project, one))
    return isWhole && isFlags ? known : []
  })
}

/** The enum that a number is a member of. */
function enumsOf({ compiler: { ts }, checker }: Project, type: ts.Type): readonly ts.Type[] {
  if ((type.flags & ts.TypeFlags.EnumLiteral) === 0) return []
  const members = declarationsOf(type.symbol).filter(ts.isEnumMember)
  return members.map(({ parent }) => checker.getTypeAtLocation(parent))
}

/** At least two powers of two and nothing else but 0: beside 1 and 2 alone, that is how numbers just count. */
function hasFlagValues(members: readonly ts.NumberLiteralType[]): boolean {
  const values = members.map(({ value }) => value)
  const flags = values.filter((value) => value !== 0)
  const isCount = flags.length < values.length && flags.length < 3
  return flags.length > 1 && flags.every(isPowerOfTwo) && !isCount
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(value) && Number.isInteger(Math.log2(value))
}

function isComposed({ compiler: { ts } }: Project, { symbol }: ts.Type): boolean {
  return declarationsOf(symbol)
    .filter(ts.isEnumMember)
    .some(({ initializer }) => {
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
