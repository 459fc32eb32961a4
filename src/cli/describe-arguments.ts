import type { JsonSchema } from '../schema/json-schema.js'
import { formatTable } from './terminal/table.js'

/** The arguments of a schema as lines of a table: path, type, whether it must be there, and its description. */
export function describeArguments(schema: JsonSchema): readonly string[] {
  const rows = rowsOf(schema, '')
  if (rows.length === 0) return ['  none']
  return formatTable(rows)
    .split('\n')
    .map((line) => `  ${line}`)
}

function rowsOf(schema: JsonSchema, prefix: string): readonly (readonly string[])[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const body = typeof property === 'object' ? property : {}
    const presence = required.has(name) ? 'required' : optionalWith(body)
    const row = [path, typeOf(body), presence, body.description ?? '']
    return [row, ...innerRows(body, path)]
  })
}

function innerRows(schema: JsonSchema, path: string): readonly (readonly string[])[] {
  const { items } = schema
  return typeof items === 'object' ? rowsOf(items, `${path}[]`) : rowsOf(schema, path)
}

function optionalWith({ default: byDefault }: JsonSchema): string {
  return byDefault === undefined ? 'optional' : `default ${JSON.stringify(byDefault)}`
}

function typeOf(schema: JsonSchema): string {
  const { type, enum: values, const: constant, items, $ref } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (type === 'array' && typeof items === 'object') return `${typeOf(items)}[]`
  if (type !== undefined) return [type].flat().join(' | ')
  const choices = (schema.oneOf ?? schema.anyOf ?? []).filter(
    (choice) => typeof choice === 'object',
  )
  if (choices.length > 0) return choices.map(typeOf).join(' | ')
  return $ref === undefined ? 'any' : 'recursive'
}
