import type { JsonValue } from '../../schema/json.js'
import { instanceKeyword } from '../../tools/type-facts.js'
import { branchesOf, type Branch, type JsonKind, type SchemaNode } from './type-branches.js'

const rules: Readonly<Record<JsonKind, string>> = {
  array: '@IsArray() with rules for each element, or @Items or @Tuple',
  boolean: '@IsBoolean()',
  null: '@Nullable()',
  number: '@IsNumber()',
  object: '@ValidateNested() with @Type(() => TheClass), or @Values for a map',
  string: '@IsString()',
}

const kindNames: Readonly<Record<JsonKind, string>> = {
  array: 'arrays',
  boolean: 'booleans',
  null: 'null',
  number: 'numbers',
  object: 'objects',
  string: 'texts',
}

/** The decorators that hold a value to its type. */
export function adviseRules(type: SchemaNode): string {
  const branches = branchesOf(type).filter(({ kind }) => kind !== 'null')
  const [first] = branches
  if (first === undefined || branches.length > 1) return 'a rule that refuses it'
  if (first.schema[instanceKeyword] === 'Date') return '@IsDate() with @Type(() => Date)'
  if (first.schema[instanceKeyword] !== undefined) return '@Transform that makes the instance'
  if (first.literals !== undefined) return `@IsIn([${listValues(first.literals)}]) or @IsEnum`
  if (first.kind === 'string' && first.schema.pattern !== undefined) return '@Matches'
  return rules[first.kind]
}

/** A part of a type in words. */
export function nameBranch({ kind, literals, schema }: Branch): string {
  const instance = schema[instanceKeyword]
  if (typeof instance === 'string') return instance
  return literals === undefined ? kindNames[kind] : listValues(literals)
}

/** Values in words. */
export function listValues(values: readonly JsonValue[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}
