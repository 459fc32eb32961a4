import { describe, expect, it } from 'vitest'

import { Items, Tuple, Values } from '../../src/arguments/rules/contained-types.js'
import { Nullable } from '../../src/arguments/rules/nullable.js'
import { Describe } from '../../src/decorators/describe.js'
import { Tool } from '../../src/decorators/tool.js'
import { DefinitionError } from '../../src/errors/definition-error.js'

/** Calls a decorator as a compiler without `experimentalDecorators` does. */
function callAsStandard(decorator: unknown, kind: 'class' | 'field'): unknown {
  const target = kind === 'class' ? class {} : undefined
  const apply = decorator as (target: unknown, context: object) => void
  try {
    apply(target, { kind, name: 'x' })
    return undefined
  } catch (error) {
    return error
  }
}

describe('a decorator without experimentalDecorators', () => {
  it.each([
    ['@Tool', Tool({ server: 'a', name: 'b' }), 'class'],
    ['@Describe', Describe('x'), 'field'],
    ['@Nullable', Nullable(), 'field'],
    ['@Values', Values(() => String), 'field'],
    ['@Items', Items(() => String), 'field'],
    ['@Tuple', Tuple(() => [String]), 'field'],
  ] as const)('names itself and the option: %s [DEF-07]', (name, decorator, kind) => {
    const error = callAsStandard(decorator, kind)
    expect(DefinitionError.is(error) && error.problems[0]).toMatchObject({
      subject: name,
      fix: expect.stringContaining('experimentalDecorators') as string,
    })
  })
})
