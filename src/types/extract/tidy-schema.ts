import { canonicalJson } from '../../schema/canonical-json.js'
import type { JsonSchema, JsonTypeName } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'

/**
 * The schema of a plain type or union in one form, whatever order the compiler met its parts in: alternatives sorted with
 * `null` last, literals of all of them in one `enum`, whole numbers as `integer`.
 */
export function tidySchema(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (anyOf === undefined) return tidyLiterals(schema)
  const choices = mergeLiterals(anyOf.flatMap(toChoices))
  if (choices.some((choice) => Object.keys(choice).length === 0)) return rest
  const unique = [...new Map(choices.map((choice) => [canonicalJson(choice), choice]))]
  const sorted = unique.sort(([first], [second]) => compareChoices(first, second))
  const all = sorted.map(([, choice]) => choice)
  return all.length > 1 ? { ...rest, anyOf: all } : { ...all[0], ...rest }
}

/** The values that a schema lists. */
export function literalsOf({ const: value, enum: values }: JsonSchema): readonly JsonValue[] {
  return values ?? (value === undefined ? [] : [value])
}

function toChoices(choice: JsonSchema | boolean): readonly JsonSchema[] {
  if (typeof choice === 'boolean') return [choice ? {} : { not: {} }]
  const tidy = tidySchema(choice)
  if (Object.keys(tidy).length > 1) return [tidy]
  if (tidy.anyOf !== undefined) return tidy.anyOf.flatMap(toChoices)
  return Array.isArray(tidy.type) ? tidy.type.map((type: JsonTypeName) => ({ type })) : [tidy]
}

const nullSchema = canonicalJson({ type: 'null' })

function compareChoices(first: string, second: string): number {
  if (first === nullSchema || second === nullSchema) return first === nullSchema ? 1 : -1
  return first < second ? -1 : 1
}

/** Members of an enum and branded literals come apart from other literals. */
function mergeLiterals(choices: readonly JsonSchema[]): readonly JsonSchema[] {
  const literals = choices.filter(isLiteral)
  if (literals.length < 2) return choices
  const merged = tidyLiterals({ enum: literals.flatMap(literalsOf) })
  return [...choices.filter((choice) => !isLiteral(choice)), merged]
}

function isLiteral(schema: JsonSchema): boolean {
  const isListed = literalsOf(schema).length > 0
  return isListed && Object.keys(schema).every((key) => ['type', 'const', 'enum'].includes(key))
}

function tidyLiterals(schema: JsonSchema): JsonSchema {
  const values = [...new Set(literalsOf(schema))]
  const [only, ...more] = values
  if (only === undefined) return schema
  const rest = Object.entries(schema).filter(([key]) => !['type', 'const', 'enum'].includes(key))
  return {
    ...literalType(values),
    ...(more.length === 0 ? { const: only } : { enum: values }),
    ...Object.fromEntries(rest),
  }
}

function literalType(values: readonly JsonValue[]): JsonSchema {
  if (values.every(Number.isInteger)) return { type: 'integer' }
  const types = new Set(values.map((value) => typeof value))
  const [type] = types
  const isOne = types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean')
  return isOne ? { type } : {}
}
