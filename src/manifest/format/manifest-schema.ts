import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { Exclusion, FieldFormat, RecordFormat, TextFormat } from './field-format.js'
import { manifestFormat } from './manifest-format.js'

let schema: JsonSchema | undefined

/**
 * The JSON Schema (2020-12) of a manifest, for editors and other programs. It is made from the declaration that the
 * parser reads by; duplicates and the schemas under `arguments` are the parser's alone. The package ships it as
 * `schemas/tallystick-manifest.v1.json`.
 */
export function manifestSchema(): JsonSchema {
  schema ??= deepFreeze({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Tallystick tool manifest, version tallystick/v1',
    ...toSchema(manifestFormat),
  })
  return schema
}

function toSchema(format: FieldFormat): JsonSchema {
  const description = format.about
  switch (format.kind) {
    case 'text':
      return { description, type: 'string', ...textRules(format) }
    case 'flag':
      return { description, type: 'boolean' }
    case 'schema':
      return { description, type: 'object' }
    case 'list':
      return { description, type: 'array', items: toSchema(format.items) }
    case 'record':
      return { description, ...recordSchema(format) }
  }
}

function textRules({ pattern, values }: TextFormat): JsonSchema {
  if (values !== undefined)
    return values.length === 1 ? { const: values[0] ?? '' } : { enum: values }
  return pattern === undefined ? {} : { pattern }
}

function recordSchema({ fields, required, anyOf, exclusions = [] }: RecordFormat): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => [name, toSchema(field)] as const)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((name) => ({ required: [name] })) }),
    ...(exclusions.length === 0 ? {} : { allOf: exclusions.map(exclusionSchema) }),
  }
}

function exclusionSchema({ together }: Exclusion): JsonSchema {
  const valued = Object.entries(together).flatMap(([name, values]) =>
    values === 'any' ? [] : [[name, { enum: values }] as const],
  )
  const properties = valued.length === 0 ? {} : { properties: Object.fromEntries(valued) }
  return { not: { required: Object.keys(together), ...properties } }
}
