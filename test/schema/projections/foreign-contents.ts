import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { draft07, foreign, text, type ForeignSchema } from './foreign-schema.js'

/** Schemas whose arguments are out of the ordinary. */
export const foreignContents: readonly ForeignSchema[] = [
  foreign(
    'boolean schemas',
    {
      type: 'object',
      properties: { anything: true, never: false, list: { type: 'array', items: true } },
      additionalProperties: false,
    },
    { anything: { deep: [1] }, list: [1, 'a', null] },
    {},
  ),
  foreign(
    'a nullable object with a boolean property',
    {
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: ['object', 'null'], properties: { v: true } } },
      },
    },
    { rows: [null, { v: 1 }] },
  ),
  foreign(
    'a tuple of 2020-12',
    {
      type: 'object',
      properties: {
        point: {
          type: 'array',
          prefixItems: [{ type: 'number' }, text],
          items: false,
          minItems: 2,
        },
      },
      required: ['point'],
      additionalProperties: false,
    },
    { point: [1, 'a'] },
  ),
  foreign(
    'a tuple of draft-07',
    {
      $schema: draft07,
      type: 'object',
      properties: {
        point: { type: 'array', items: [{ type: 'number' }, text], additionalItems: text },
      },
    },
    { point: [1, 'a', 'b'] },
  ),
  foreign(
    'nullable of OpenAPI',
    {
      type: 'object',
      properties: {
        note: { type: 'string', nullable: true },
        level: { type: 'string', enum: ['low', 'high'], nullable: true },
        count: { type: 'integer', nullable: false },
      },
      required: ['note'],
      additionalProperties: false,
    },
    { note: null, count: 1 },
    { note: 'a', level: 'low' },
  ),
  foreign(
    'type lists',
    {
      type: 'object',
      properties: {
        id: { type: ['string', 'integer'] },
        tags: { type: ['array', 'null'], items: text },
        deep: { type: ['object', 'string'], properties: { a: text } },
      },
      required: ['id'],
      additionalProperties: false,
    },
    { id: 'a', tags: null },
    { id: 1, tags: ['a'], deep: { a: 'b' } },
    { id: 1, deep: 'a' },
  ),
  foreign(
    'listed numbers, booleans and mixtures',
    {
      type: 'object',
      properties: {
        severity: { type: 'integer', enum: [1, 2, 3, 4] },
        port: { enum: [80, 443] },
        on: { const: true },
        mixed: { enum: ['auto', 1, null, false] },
        blank: { enum: ['', 'a'] },
        shape: { enum: [{ a: 1 }, [1]] },
      },
      additionalProperties: false,
    },
    { severity: 4, port: 443, on: true, mixed: 'auto', blank: '' },
    { mixed: null },
    { mixed: 1, shape: [1] },
    { mixed: false, shape: { a: 1 } },
  ),
  foreign(
    'properties by pattern',
    {
      type: 'object',
      properties: { name: text },
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: false,
    },
    { name: 'a', 'x-a': 1 },
  ),
  foreign(
    'a free map',
    {
      type: 'object',
      properties: { labels: { type: 'object', additionalProperties: text } },
      required: ['labels'],
      additionalProperties: false,
    },
    { labels: {} },
    { labels: { a: 'b' } },
  ),
  foreign(
    'formats known and unknown',
    {
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        url: { type: 'string', format: 'uri' },
        odd: { type: 'string', format: 'kubernetes-name' },
        size: { type: 'integer', format: 'int64' },
      },
      additionalProperties: false,
    },
    { at: '2026-01-01T00:00:00Z', url: 'https://a.example', odd: 'a', size: 1 },
  ),
  foreign(
    'property names of all scripts',
    {
      type: 'object',
      properties: { größe: { type: 'number' }, 'user id': text, $filter: text, 'a/b~c': text },
      required: ['größe', '$filter'],
      additionalProperties: false,
    },
    { größe: 1, $filter: 'x' },
    { größe: 1, $filter: 'x', 'user id': 'u', 'a/b~c': 'p' },
  ),
  foreign(
    'escaped pointers',
    {
      type: 'object',
      properties: { value: { $ref: '#/$defs/a~1b~0c%25' } },
      $defs: { 'a/b~c%': { type: 'string', minLength: 1 } },
      additionalProperties: false,
    },
    { value: 'a' },
  ),
  foreign(
    'definitions nobody refers to, one of them dangling',
    {
      type: 'object',
      properties: { a: text },
      $defs: { unused: { $ref: '#/$defs/gone' } },
      definitions: { old: text },
      additionalProperties: false,
    },
    { a: 'b' },
  ),
  foreign(
    'conditions',
    {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, size: { type: 'integer' } },
      additionalProperties: false,
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['size'] },
      else: { not: { required: ['size'] } },
      dependentRequired: { size: ['kind'] },
    },
    { kind: 'a', size: 1 },
    { kind: 'b' },
  ),
  foreign(
    'keywords on values of no type',
    {
      type: 'object',
      properties: { any: { minLength: 2, minimum: 3, properties: { a: text } } },
      additionalProperties: false,
    },
    { any: 'ab' },
    { any: 3 },
    { any: null },
    { any: [1] },
    { any: { a: 'b', c: 1 } },
  ),
  foreign(
    'notes of tools to tools',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://schemas.example/find',
      title: 'Find',
      type: 'object',
      'x-order': ['q'],
      $comment: 'Made by a generator.',
      properties: { q: { type: 'string', examples: ['a'], 'x-hint': 1, deprecated: true } },
      required: ['q'],
      additionalProperties: false,
    },
    { q: 'a' },
  ),
  foreign(
    'a nested union of objects',
    {
      type: 'object',
      properties: {
        target: {
          oneOf: [
            {
              type: 'object',
              properties: { file: text, line: { type: 'integer' } },
              required: ['file'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { url: text, line: { type: ['integer', 'null'] } },
              required: ['url'],
              additionalProperties: false,
            },
          ],
        },
      },
      required: ['target'],
      additionalProperties: false,
    },
    { target: { file: 'a' } },
    { target: { url: 'a', line: null } },
  ),
  foreign(
    'a nested intersection',
    {
      type: 'object',
      properties: {
        page: { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 9 }, { minimum: 2 }] },
      },
      additionalProperties: false,
    },
    { page: 2 },
  ),
  foreign(
    'deep nesting',
    {
      type: 'object',
      properties: { deep: nested(12) },
      required: ['deep'],
      additionalProperties: false,
    },
    { deep: {} },
  ),
  foreign(
    'a huge list of values',
    {
      type: 'object',
      properties: { code: { enum: Array.from({ length: 1500 }, (_, index) => `code-${index}`) } },
      additionalProperties: false,
    },
    { code: 'code-7' },
  ),
  foreign(
    'a root that is an object or something else',
    {
      anyOf: [
        { type: 'null' },
        { type: 'object', properties: { a: text }, additionalProperties: false },
      ],
    },
    { a: 'b' },
    {},
  ),
]

/** The `exclusiveMinimum: true` of draft-04, which no validator of ours takes and which servers send all the same. */
export const draft04Bounds = {
  type: 'object',
  properties: {
    price: { type: 'number', minimum: 0, exclusiveMinimum: true },
    share: { type: 'number', maximum: 1, exclusiveMaximum: false },
  },
} as unknown as JsonSchema

function nested(depth: number): object {
  const properties = depth === 0 ? {} : { deep: nested(depth - 1) }
  return { type: 'object', properties, additionalProperties: false }
}
