import type { JsonSchema } from '../../schema/json-schema.js'
import { onOneLine } from '../terminal/safe-text.js'
import { formatTable } from '../terminal/table.js'
import { alternativesOf, typeLabel } from './type-label.js'

/** The arguments of a schema as lines of a table: path, type, whether it must be there, and its description. */
export function describeArguments(schema: JsonSchema): readonly string[] {
  const rows = rowsOf(schema, '')
  if (rows.length === 0) return ['  none']
  return formatTable(rows)
    .split('\n')
    .map((line) => `  ${line}`)
}

type Row = readonly string[]

function rowsOf(schema: JsonSchema, prefix: string): readonly Row[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const body = typeof property === 'object' ? property : {}
    const presence = required.has(name) ? 'required' : optionalWith(body)
    return [
      [path, typeLabel(body), presence, onOneLine(body.description ?? '')],
      ...innerRows(body, path),
    ]
  })
}

/** What is inside an argument: its members, those of its elements or values, and those of each alternative. */
function innerRows(schema: JsonSchema, path: string): readonly Row[] {
  const { items, additionalProperties } = schema
  const inside = [
    ...rowsOf(schema, path),
    ...(typeof items === 'object' ? innerRows(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object'
      ? innerRows(additionalProperties, `${path}.*`)
      : []),
  ]
  const choices = alternativesOf(schema).filter(({ properties }) => properties !== undefined)
  return [...inside, ...choices.flatMap((choice) => rowsOf(choice, `${path}${tagOf(choice)}`))]
}

/** What tells an alternative from the others, where a constant does. */
function tagOf({ properties = {} }: JsonSchema): string {
  const [tag = ''] = Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' && property.const !== undefined
      ? [` (${name} ${JSON.stringify(property.const)})`]
      : [],
  )
  return tag
}

function optionalWith({ default: byDefault }: JsonSchema): string {
  return byDefault === undefined ? 'optional' : `default ${JSON.stringify(byDefault)}`
}
