import { describe, expect, it } from 'vitest'

import { extractFacts } from '../../src/types/index.js'
import { factsOf, toolSource, typeProject } from './type-project.js'

describe('types that are used again', () => {
  it('stand in $defs under their names, those of one name apart', () => {
    const files = {
      'src/a.ts': 'export interface Item { a: string; next?: Item }',
      'src/b.ts': 'export interface Item { b: number; next?: Item }',
      'src/one.ts': toolSource(
        'one',
        'a!: A; b!: B',
        "import type { Item as A } from './a.js'\nimport type { Item as B } from './b.js'",
      ),
    }
    const { arguments: args } =
      extractFacts({ project: typeProject(files) }).tools['types/one'] ?? {}
    expect(args?.properties).toEqual({ a: { $ref: '#/$defs/Item' }, b: { $ref: '#/$defs/Item2' } })
    expect(args?.$defs).toMatchObject({
      Item: { properties: { a: { type: 'string' }, next: { $ref: '#/$defs/Item' } } },
      Item2: { properties: { b: { type: 'number' }, next: { $ref: '#/$defs/Item2' } } },
    })
  })

  it('stand in $defs where they hold themselves, also without a name', () => {
    const before = `type Json = null | string | Json[] | { [key: string]: Json }
      type Nest = Nest[]`
    const { $defs, properties } = factsOf(
      'json!: Json; nest!: Nest; maybe?: Json | null',
      before,
    ).arguments
    expect(properties?.['json']).toEqual({ $ref: '#/$defs/Json' })
    expect($defs?.['Json']).toEqual({
      anyOf: [
        { type: 'array', items: { $ref: '#/$defs/Json' } },
        { type: 'object', additionalProperties: { $ref: '#/$defs/Json' } },
        { type: 'string' },
        { type: 'null' },
      ],
    })
    expect(properties?.['nest']).toMatchObject({ $ref: expect.stringMatching(/^#\/\$defs\/\w+$/) })
  })

  it('stand in $defs under a name that is made where they have none at all', () => {
    const { $defs, properties } = factsOf(
      'link!: typeof link',
      'declare let link: { next?: typeof link }',
    ).arguments
    expect(properties).toEqual({ link: { $ref: '#/$defs/recursive' } })
    expect($defs?.['recursive']).toMatchObject({
      properties: { next: { $ref: '#/$defs/recursive' } },
    })
  })

  it('stand where they are used when they are used once', () => {
    const { $defs } = factsOf('value!: Line', 'interface Line { name: string }').arguments
    expect($defs).toBeUndefined()
  })
})
