import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type { Project } from '../project/open-project.js'
import type { PlainWriter } from './plain-generator.js'
import { findFlags } from './flag-enums.js'
import { literalsOf, tidySchema } from './tidy-schema.js'
import { sortTypes } from './type-order.js'
import { absent, type TypeWriter } from './type-writer.js'

/** The union of types: the members of enums, then other literals, then what else there is. */
export function writeUnionOf(
  writer: TypeWriter,
  types: readonly ts.Type[],
  writePlain: PlainWriter,
): JsonSchema {
  const { project } = writer
  const valuesOf = (some: readonly ts.Type[]): readonly JsonValue[] =>
    some.flatMap((type) => literalsOf(writePlain(type)))
  const flags = writer.side.addsFlags ? findFlags(project, types) : []
  const sorted = sortTypes(project, types).filter((type) => !flags.includes(type))
  const members = sorted.filter((type) => isEnumMember(project, type))
  const literals = sorted.filter((type) => isLiteral(project, type))
  const others = sorted.filter((type) => !members.includes(type) && !literals.includes(type))
  const choices = [
    ...(flags.length > 0 ? [{ type: 'integer' } as const] : []),
    ...listed(valuesOf(members)),
    ...listed([...valuesOf(literals)].sort(compareValues)),
    ...others.map((type) => writer.write(type)).filter((schema) => schema !== absent),
  ]
  return tidySchema({ anyOf: choices })
}

/** Members of an enum keep the order of their declaration. */
function isEnumMember({ compiler: { ts } }: Project, { flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.EnumLiteral) !== 0 && (flags & ts.TypeFlags.Union) === 0
}

function isLiteral(project: Project, type: ts.Type): boolean {
  const { StringLiteral, NumberLiteral, BooleanLiteral } = project.compiler.ts.TypeFlags
  const isPlain = (type.flags & (StringLiteral | NumberLiteral | BooleanLiteral)) !== 0
  return isPlain && !isEnumMember(project, type)
}

/** The compiler takes `boolean` for the union of its two values. */
function listed(values: readonly JsonValue[]): readonly JsonSchema[] {
  if (values.length === 0) return []
  const isBoolean = values.length === 2 && values.every((value) => typeof value === 'boolean')
  return [isBoolean ? { type: 'boolean' } : { enum: values }]
}

function compareValues(first: JsonValue, second: JsonValue): number {
  if (typeof first === 'number' && typeof second === 'number') return first - second
  return JSON.stringify(first) < JSON.stringify(second) ? -1 : 1
}
