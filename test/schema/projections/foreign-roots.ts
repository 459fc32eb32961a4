import { draft07, foreign, text, type ForeignSchema } from './foreign-schema.js'

const person = {
  type: 'object',
  properties: { name: text, parent: { $ref: '#/$defs/person' } },
  required: ['name'],
  additionalProperties: false,
}

/** Schemas whose root, or whose references, are out of the ordinary. */
export const foreignRoots: readonly ForeignSchema[] = [
  foreign('an empty schema', {}, {}, { any: 1 }),
  foreign('an object of which nothing is said', { type: 'object' }, {}, { any: 1 }),
  foreign(
    'draft-07 with definitions',
    {
      $schema: draft07,
      type: 'object',
      properties: { from: { $ref: '#/definitions/place' }, to: { $ref: '#/definitions/place' } },
      required: ['from'],
      definitions: { place: { type: 'object', properties: { city: text }, required: ['city'] } },
    },
    { from: { city: 'Bern' } },
    { from: { city: 'Bern' }, to: { city: 'Rome', zip: 1 } },
  ),
  foreign(
    'one of two arguments',
    {
      type: 'object',
      properties: { email: text, phone: text },
      additionalProperties: false,
      anyOf: [{ required: ['email'] }, { required: ['phone'] }],
    },
    { email: 'a@b' },
    { phone: '1', email: 'a@b' },
  ),
  foreign(
    'a tagged union at the root',
    {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
          required: ['kind', 'radius'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { kind: { const: 'square' }, side: { type: 'number', exclusiveMinimum: 0 } },
          required: ['kind', 'side'],
          additionalProperties: false,
        },
      ],
    },
    { kind: 'circle', radius: 1 },
    { kind: 'square', side: 2 },
  ),
  foreign(
    'an intersection at the root',
    {
      allOf: [
        { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        { $ref: '#/$defs/paging' },
      ],
      $defs: { paging: { properties: { page: { type: 'integer', minimum: 1 } } } },
    },
    { id: 1 },
    { id: 1, page: 2 },
  ),
  foreign(
    'an intersection closed as a whole',
    {
      type: 'object',
      allOf: [{ properties: { a: text }, required: ['a'] }, { properties: { b: text } }],
      unevaluatedProperties: false,
    },
    { a: '' },
    { a: '', b: '' },
  ),
  foreign(
    'a recursive definition',
    {
      type: 'object',
      properties: { who: { $ref: '#/$defs/person', description: 'Who it is about.' } },
      required: ['who'],
      additionalProperties: false,
      $defs: { person },
    },
    { who: { name: 'A' } },
    { who: { name: 'A', parent: { name: 'B', parent: { name: 'C' } } } },
  ),
  foreign(
    'a recursive root',
    {
      type: 'object',
      properties: { name: text, children: { type: 'array', items: { $ref: '#' } } },
      required: ['name'],
      additionalProperties: false,
    },
    { name: 'a' },
    { name: 'a', children: [{ name: 'b', children: [] }] },
  ),
  foreign(
    'a root that is a reference',
    { $ref: '#/$defs/person', $defs: { person } },
    { name: 'A', parent: { name: 'B' } },
  ),
]
