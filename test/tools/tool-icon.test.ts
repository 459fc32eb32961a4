import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { checkToolClass } from '../../src/registry/define/check-tool-class.js'
import { grantedDefinition } from '../../src/registry/define/granted-definition.js'
import type { DefineToolOptions } from '../../src/registry/define/define-tool.js'
import { contractDigest } from '../../src/registry/contract/contract.js'
import { tool } from '../registry/tools.js'

const data = 'data:image/png;base64,aGk='
const full = { src: data, mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' } as const

describe('the icons of a tool', () => {
  it('are frozen copies of what its author gave', () => {
    const { sizes, ...rest } = full
    const given = [{ ...rest, sizes: [...sizes] }]
    const { icons } = tool({ icons: given })
    given[0]?.sizes.push('96x96' as never)
    expect(icons).toEqual([full])
    expect([icons, icons?.[0], icons?.[0]?.sizes].every(Object.isFrozen)).toBe(true)
  })

  it('stay where a grant changes its words', () => {
    const facts = { title: undefined, description: 'Reviewed.', effect: 'write' } as const
    expect(grantedDefinition(tool({ icons: [full] }), facts).icons).toEqual([full])
  })

  it('are no part of its contract: no model sees them', () => {
    expect(contractDigest(tool({ icons: [full] }))).toBe(contractDigest(tool()))
  })

  it.each([
    ['a page', { src: 'data:text/html,x' }],
    ['what is not encrypted', { src: 'http://x.example/a.png' }],
    ['a script', { src: 'javascript:alert(1)' }],
    ['nothing', {}],
    ['no text', { src: 7 }],
    ['a size that is none', { src: data, sizes: ['big'] }],
    ['sizes that are no list', { src: data, sizes: '48x48' }],
    ['a type that is none', { src: data, mimeType: 'png' }],
    ['a theme that is none', { src: data, theme: 'blue' }],
    ['a member that icons do not have', { src: data, alt: 'x' }],
  ])('are refused for %s', (_, icon) => {
    const icons = [icon] as unknown as DefineToolOptions['icons']
    expect(() => tool({ icons })).toThrow('defineTool shop/order: the option "icons" has a wrong')
  })

  it.each([[null], [{}], ['x'], [[null]]])('are a list of icons: %j', (icons) => {
    expect(() => tool({ icons: icons as never })).toThrow(DefinitionError)
  })

  it('are held to the same rules on a class', () => {
    @Tool({ server: 'shop', name: 'order', icons: [{ src: 'file:///a.png' }] })
    class Order {
      call(): number {
        return 1
      }
    }
    expect(checkToolClass(Order)).toMatchObject([
      { message: expect.stringContaining('"icons"') as string },
    ])
  })
})
