import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { extractFacts } from '../../src/types/index.js'
import { toolSource, typeProject } from './type-project.js'

describe('types', () => {
  it('that nest without end are a problem that says where', () => {
    const project = typeProject({
      'src/one.ts': toolSource(
        'one',
        'value!: Nest<string>',
        'interface Nest<T> { deeper?: Nest<T[]> }',
      ),
    })
    expect(() => extractFacts({ project })).toThrow(/types\/one.*nests without end.*value\.deeper/)
  })

  it.each([
    ['a type', 'D<string>', 'type D<T> = { a?: D<[T]>; b?: D<T[]>; v: T }'],
    [
      'an interface',
      'Page<string>',
      'interface Page<T> { items: T[]; next?: Page<Page<T>>; prev?: Page<T[]> }',
    ],
    [
      'a type that ends after doubling too often',
      `Twice<string, [${'0,'.repeat(30)}]>`,
      `type Twice<T, N extends unknown[]> = N extends [infer H, ...infer R]
        ? { a: Twice<[T, 1, H], R>; b: Twice<[T, 2, H], R> } : T`,
    ],
    [
      'a tuple that doubles too often',
      `${'Double<'.repeat(18)}string${'>'.repeat(18)}`,
      'type Double<T> = T extends unknown ? [T, T] : never',
    ],
  ])('that nest without end in many ways are one problem of the tool: %s', (_title, type, text) => {
    const members = `value!: ${type}; call(): ${type} { throw new Error() }`
    const project = typeProject({ 'src/one.ts': toolSource('one', members, text) })
    expect(messagesOf(project)).toEqual([expect.stringContaining('nests without end')])
  })
})

function messagesOf(project: string): readonly string[] {
  try {
    extractFacts({ project })
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems.map(({ message }) => message)
    throw error
  }
  throw new Error('Nothing was thrown.')
}
