import type { JsonSchema } from '../../../src/schema/json-schema.js'

/** Schemas that a foreign server may send to keep a projection busy. */
export const hostileSchemas: readonly { readonly name: string; readonly schema: JsonSchema }[] = [
  {
    name: 'a ring of definitions that all refer to the first, too',
    schema: closed({ a: refer('d0') }, (index) =>
      closed({ next: refer(`d${(index + 1) % 2000}`), first: refer('d0') }),
    ),
  },
  {
    name: 'definitions whose paths end alike',
    schema: closed(
      members('p', (index) => refer(`d${index}/$defs/n`)),
      (index) => ({
        $defs: { n: closed({ x: refer(`d${index}/$defs/n`) }) },
      }),
    ),
  },
  {
    name: 'a chain of references',
    schema: closed({ a: refer('d0') }, (index) =>
      index === 1999 ? { type: 'string' } : refer(`d${index + 1}`),
    ),
  },
  {
    name: 'very many rules that only words can say',
    schema: closed({ a: { type: 'string', allOf: refusals() } }),
  },
  { name: 'very many rules for the root', schema: { ...closed({}), allOf: refusals() } },
  {
    name: 'references to references that double at every level',
    schema: closed({ a: refer('d0') }, (index) =>
      index > 39 ? {} : { allOf: [refer(`d${index + 1}`), refer(`d${index + 1}`)] },
    ),
  },
  {
    name: 'alternatives that double at every level',
    schema: closed({ a: refer('d0') }, (index) =>
      index > 39 ? {} : closed({ l: refer(`d${index + 1}`), r: refer(`d${index + 1}`) }),
    ),
  },
  {
    name: 'one long value that is referred to again and again',
    schema: {
      ...closed(members('p', () => refer('long'))),
      $defs: { long: { const: 'x'.repeat(900_000) } },
    },
  },
  {
    name: 'very many choices that all hold',
    schema: closed({
      a: { allOf: list((index) => ({ anyOf: [{ minLength: index }, { minimum: index }] })) },
    }),
  },
  {
    name: 'names that are long and deep',
    schema: Array.from({ length: 300 }).reduce<JsonSchema>(
      (inner) => closed({ ['k'.repeat(2000)]: inner }),
      { type: 'string' },
    ),
  },
  {
    name: 'more than a mebibyte',
    schema: closed({ a: { type: 'string', description: 'x'.repeat(1_048_576) } }),
  },
]

function closed(properties: object, define?: (index: number) => object): JsonSchema {
  const definitions = define === undefined ? {} : { $defs: members('d', define) }
  return { type: 'object', properties, additionalProperties: false, ...definitions } as JsonSchema
}

function list(write: (index: number) => object): readonly object[] {
  return Array.from({ length: 2000 }, (_, index) => write(index))
}

function members(letter: string, write: (index: number) => object): object {
  return Object.fromEntries(list(write).map((member, index) => [`${letter}${index}`, member]))
}

function refer(path: string): { readonly $ref: string } {
  return { $ref: `#/$defs/${path}` }
}

function refusals(): readonly { readonly not: { readonly const: string } }[] {
  return list((index) => ({ not: { const: index.toString().padStart(200, 'x') } })) as readonly {
    readonly not: { readonly const: string }
  }[]
}
