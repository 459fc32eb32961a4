import type { JsonTypeName } from '../../json-schema.js'

/** Keywords that ask something of values of one type, with that type. */
export const typeOfKeyword: ReadonlyMap<string, JsonTypeName> = new Map([
  ...typed('string', 'minLength maxLength pattern format'),
  ...typed('string', 'contentEncoding contentMediaType contentSchema'),
  ...typed('number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
  ...typed('array', 'minItems maxItems uniqueItems contains minContains maxContains'),
  ...typed('array', 'unevaluatedItems'),
  ...typed('object', 'minProperties maxProperties propertyNames dependentRequired'),
  ...typed('object', 'dependentSchemas unevaluatedProperties'),
])

/** Keywords that no one type owns, and that only words can pass on. */
export const ruleKeywords: ReadonlySet<string> = new Set(['not', 'if', 'then', 'else'])

/** Keywords that a shape has fields for. */
export const shapedKeywords: ReadonlySet<string> = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'default',
  'description',
  'enum',
  'items',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'properties',
  'required',
  'title',
  'type',
])

function typed(type: JsonTypeName, keywords: string): readonly (readonly [string, JsonTypeName])[] {
  return keywords.split(' ').map((keyword) => [keyword, type] as const)
}
