import { describe, expect, it } from 'vitest'

import { extractFacts } from '../../src/types/index.js'
import { toolSource, tsconfig, typeProject } from './type-project.js'

const plainFields = { useDefineForClassFields: false }
const assigning = 'constructor() { super(); this.amount = 5 }'
const assigningLater = 'constructor() { super(); void function (this: Base) { this.amount = 5 } }'

/** What is required of a tool with these members that extends a class with those. */
function requiredOf(base: string, members: string, options: object): readonly string[] {
  const source = toolSource('one', members, `class Base { ${base} }`)
  const project = typeProject({
    'tsconfig.json': tsconfig(options),
    'src/one.ts': source.replace('class OneTool', '$& extends Base'),
  })
  return extractFacts({ project }).tools['types/one']?.arguments.required ?? []
}

describe('the arguments of a class that extends another', () => {
  it.each([
    ['a base initialises', 'amount = 5', 'declare amount: number', {}],
    ['a base assigns', 'amount: number; constructor() { this.amount = 5 }', '', {}],
    [
      'a base assigns and the tool declares',
      'amount: number; constructor() { this.amount = 5 }',
      'declare amount: number',
      {},
    ],
    ['its own constructor assigns', 'amount!: number', assigning, {}],
    ['fields are not defined anew', 'amount = 5', 'amount!: number', plainFields],
    ['the target defines no fields', 'amount = 5', 'amount!: number', { target: 'es2021' }],
  ])('need not be given what %s', (_title, base, members, options) => {
    expect(requiredOf(base, members, options)).toEqual([])
  })

  it.each([
    ['is defined anew', 'amount = 5', 'amount!: number', {}],
    ['has a static namesake', 'static amount = 5; amount!: number', '', {}],
    ['is only declared', 'amount!: number', 'declare amount: number', {}],
    ['a function assigns', 'amount!: number', assigningLater, {}],
  ])('must be given what %s', (_title, base, members, options) => {
    expect(requiredOf(base, members, options)).toEqual(['amount'])
  })
})
