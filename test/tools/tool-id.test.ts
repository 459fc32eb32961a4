import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { isDeclaredName, proposeDeclaredName } from '../../src/tools/declared-name.js'
import { isWireName, ToolId } from '../../src/tools/tool-id.js'

/** Any server or name that a foreign tool may have. */
const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
  .filter((text) => !/[/\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text))

const declaredName = fc
  .array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,5}$/), { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom(parts.join('_'), parts.join('.')))

describe('ToolId', () => {
  it('prints its short form, its reference and its wire name [DEF-04]', () => {
    const id = new ToolId('crm.eu', 'find_all')
    expect(String(id)).toBe('crm.eu/find_all')
    expect(id.reference()).toBe('tool://crm.eu/find_all')
    expect(id.wireName()).toBe('crm-eu__find_all')
    expect(JSON.stringify({ id })).toBe('{"id":"crm.eu/find_all"}')
  })

  it.each([
    'a b',
    'a/b',
    '',
    'a\n',
    'a\u200B',
    '\uD800',
    'a\u3164',
    'a\uFE0F',
    'a\u034F',
    'a\u2800',
  ])('refuses the segment %j', (text) => {
    expect(() => new ToolId(text, 'name')).toThrow(DefinitionError)
    expect(() => new ToolId('server', text)).toThrow(DefinitionError)
  })

  it.each([
    'a/b',
    'TOOL://a/b',
    'tool:/a/b',
    'tool://a',
    'tool://a/',
    'tool:///b',
    'tool://a/b/c',
    'tool://a/b ',
    ' tool://a/b',
    'tool://a b/c',
    '',
  ])('parses nothing but the exact reference form: not %j [DEF-04]', (text) => {
    expect(ToolId.parse(text)).toBeUndefined()
  })

  it('parses every reference it prints [DEF-04]', () => {
    fc.assert(
      fc.property(segment, segment, (server, name) => {
        expect(ToolId.parse(new ToolId(server, name).reference())).toEqual(new ToolId(server, name))
      }),
    )
  })
})

describe('a wire name', () => {
  it('is one that every model takes, for foreign ids too [DEF-05]', () => {
    fc.assert(
      fc.property(segment, segment, (server, name) => {
        expect(isWireName(new ToolId(server, name).wireName())).toBe(true)
      }),
    )
  })

  it('is plain for declared names', () => {
    fc.assert(
      fc.property(declaredName, declaredName, (server, name) => {
        expect(new ToolId(server, name).wireName()).toBe(`${server}__${name}`.replaceAll('.', '-'))
      }),
    )
  })

  it('is inverted by resolve, whatever ids there are and in whatever order [DEF-05]', () => {
    const pair = fc.tuple(fc.oneof(segment, declaredName), fc.oneof(segment, declaredName))
    const ids = fc.uniqueArray(pair, { selector: (id) => id.join('/'), maxLength: 6 })
    fc.assert(
      fc.property(ids, (pairs) => {
        const tools = pairs.map(([server, name]) =>
          defineTool({ server, name, description: '', source: 'mcp', call: () => 1 }),
        )
        const registry = ToolRegistry.empty().register(...tools)
        const reversed = ToolRegistry.empty().register(...tools.toReversed())
        for (const tool of tools) {
          expect(registry.resolve(tool.wireName)).toBe(tool)
          expect(reversed.resolve(tool.wireName)).toBe(tool)
        }
      }),
    )
  })

  it('tells near foreign names apart by a hash [DEF-05]', () => {
    const wireNames = [
      ['a-b', 'c'],
      ['a.b', 'c-d'],
      ['a-b', 'c.d'],
      ['a', 'b__c'],
      ['a__b', 'c'],
      ['x'.repeat(80), 'y'],
      ['x'.repeat(80), 'z'],
    ].map(([server = '', name = '']) => new ToolId(server, name).wireName())
    expect(new Set(wireNames).size).toBe(wireNames.length)
  })
})

describe('a declared name', () => {
  it.each(['a', 'a1', 'a_b', 'a.b', 'A.b_c1'])('may be %s [DEF-03]', (text) => {
    expect(isDeclaredName(text)).toBe(true)
  })

  it.each(['', '1a', '_a', 'a_', 'a__b', 'a-b', '.a', 'a.', 'a..b', 'ä', 'a b', 'a\n'])(
    'may not be %j [DEF-03]',
    (text) => {
      expect(isDeclaredName(text)).toBe(false)
    },
  )

  it('is what is proposed for any text [DEF-03]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(isDeclaredName(proposeDeclaredName(text))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
