import type { JsonValue } from '../../../schema/json.js'
import { instanceKeyword } from '../../../tools/type-facts.js'
import {
  branchesOf,
  type Branch,
  type JsonKind,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'

const rules: Readonly<Record<JsonKind, string>> = {
  array: '@IsArray() with rules for each element, or @Items or @Tuple',
  boolean: '@IsBoolean()',
  null: '@Nullable()',
  number: '@IsNumber()',
  object: '@ValidateNested() with @Type(() => TheClass)',
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

/** The decorators that make an argument of one kind and hold it to its type; undefined where no single rule is known. */
export function adviseRules(type: SchemaNode): string | undefined {
  const branches = branchesOf(type).filter(({ kind }) => kind !== 'null')
  const [first] = branches
  if (first === undefined || branches.length > 1) return undefined
  return adviseInstance(first) ?? adviseBranch(first)
}

function adviseInstance({ schema }: Branch): string | undefined {
  const name = schema[instanceKeyword]
  if (name === undefined) return undefined
  if (name === 'Date') return '@IsDate() with @Type(() => Date)'
  return name === 'BigInt'
    ? '@IsDefined() with @Type(() => BigInt)'
    : '@IsDefined() with @Transform that makes the instance'
}

function adviseBranch({ kind, literals, schema }: Branch): string {
  if (literals !== undefined) return `@IsIn([${listValues(literals)}]) or @IsEnum`
  if (kind === 'string' && schema.pattern !== undefined) return '@Matches'
  const isMap = kind === 'object' && schema.properties === undefined
  return isMap ? '@IsObject() with @Values(() => TheType)' : rules[kind]
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
