import { describe, expect, it, vi } from 'vitest'
import { Describe } from '../../src/decorators/describe.js'
import { Tool } from '../../src/decorators/tool.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { findDescription } from '../../src/metadata/property-metadata.js'
import { readTools } from '../../src/metadata/tool-metadata.js'

describe('@Tool', () => {
  it('records its options on the class and checks none of them', () => {
    @Tool({ server: 'not-legal', name: '' })
    class Wrong {
      call(): number {
        return 1
      }
    }
    expect(readTools(Wrong)).toEqual([{ server: 'not-legal', name: '' }])
  })

  it('records each use, and a subclass inherits none [DEF-07, DEF-08]', () => {
    @Tool({ server: 'a', name: 'second' })
    @Tool({ server: 'a', name: 'first' })
    class Twice {
      call(): number {
        return 1
      }
    }
    class Sub extends Twice {}
    expect(readTools(Twice).map(({ name }) => name)).toEqual(['first', 'second'])
    expect(readTools(Sub)).toEqual([])
  })

  it.each([
    ['a method', [{}, 'call', {}]],
    ['a property', [{}, 'name', undefined]],
    ['a parameter', [class Any {}, undefined, 0]],
    ['nothing', []],
  ])('refuses to stand on %s [DEF-07]', (_kind, targets) => {
    const decorate = Tool({ server: 'a', name: 'b' }) as (...targets: readonly unknown[]) => void
    expect(() => {
      decorate(...targets)
    }).toThrow(DefinitionError)
  })

  it('does not compile on a class without call [DEF-01]', () => {
    // @ts-expect-error a tool class has `call`
    @Tool({ server: 'a', name: 'b' })
    class NoBody {}
    expect(readTools(NoBody)).toHaveLength(1)
  })

  it('is read by another copy of the package', async () => {
    @Tool({ server: 'a', name: 'b' })
    class Order {
      call(): number {
        return 1
      }
    }
    vi.resetModules()
    const other = await import('../../src/metadata/tool-metadata.js')
    expect(other.readTools(Order)).toHaveLength(1)
  })
})

describe('@Describe', () => {
  class Base {
    @Describe('The base.') name!: string
    @Describe('Kept.') kept!: string
  }
  class Sub extends Base {
    @Describe('The sub.') declare name: string
  }

  it('describes a property; the most derived class counts', () => {
    expect(findDescription(Base, 'name')).toBe('The base.')
    expect(findDescription(Sub, 'name')).toBe('The sub.')
    expect(findDescription(Sub, 'kept')).toBe('Kept.')
    expect(findDescription(Sub, 'other')).toBeUndefined()
  })
})
