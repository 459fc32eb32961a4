import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src/tools/tool-id.js'
import { observed, registryOf, rejection, tool } from './tools.js'

const shop = registryOf(
  tool({ server: 'fs', name: 'search' }),
  tool({ server: 'fs', name: 'read.file' }),
  tool({ server: 'git', name: 'log' }),
)

const nearMisses: readonly (readonly [string, string])[] = [
  ['another case', 'FS/search'],
  ['another case of the wire name', 'fs__Search'],
  ['a space at the end', 'fs__search '],
  ['a space at the start', ' fs/search'],
  ['a line break at the end', 'fs/search\n'],
  ['a truncated name', 'fs__searc'],
  ['a plural', 'fs/searches'],
  ['a dotted pair', 'fs.search'],
  ['a pair with a colon', 'fs:search'],
  ['the bare name', 'search'],
  ['the server only', 'fs'],
  ['the prefix only', 'fs__'],
  ['another scheme', 'TOOL://fs/search'],
  ['a longer path', 'fs/search/x'],
  ['a namespace before it', 'functions.fs__search'],
  ['the wire form of a dot in the short form', 'fs/read-file'],
  ['an empty text', ''],
  ['a name of every object', 'constructor'],
  ['a dangerous name', '__proto__'],
]

describe('ToolRegistry.dispatch of a name that is not there', () => {
  it.each(nearMisses)('refuses %s [DIS-02]', async (_kind, ref) => {
    const error = await rejection(shop.dispatch(ref, {}))
    expect(error.code).toBe('UNKNOWN_TOOL')
    expect(error.disposition).toBe('did-not-happen')
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', ['fs/search']],
    ['a function', () => 'fs/search'],
    ['an object with other fields', { server: 'fs' }],
    [
      'an object that throws',
      {
        get server(): string {
          throw new Error('boom')
        },
      },
    ],
  ])('refuses %s', async (_kind, ref) => {
    const error = await rejection(shop.dispatch(ref as unknown as string, {}))
    expect(error.code).toBe('UNKNOWN_TOOL')
  })

  it('says the same of an unknown tool and of one outside the view [DIS-02]', async () => {
    const visible = shop.restrictTo(['git/log'])
    const invisible = await rejection(visible.dispatch('fs/search', {}))
    const unknown = await rejection(visible.dispatch('xx/search', {}))
    expect(invisible.modelText).toBe(unknown.modelText)
    expect(invisible.message.replace('fs/', 'xx/')).toBe(unknown.message)
    expect(JSON.stringify(invisible)).toBe(JSON.stringify(unknown))
  })

  it('proposes the wire names of near tools that the caller can see', async () => {
    const error = await rejection(shop.dispatch('fs__serach', {}))
    expect(error.modelText).toBe('There is no such tool. Did you mean "fs__search"?')
    const narrowed = await rejection(shop.restrictTo(['git/log']).dispatch('fs__serach', {}))
    expect(narrowed.modelText).toBe('There is no such tool.')
  })

  it('proposes a tool by its bare name', async () => {
    const error = await rejection(shop.dispatch('log', {}))
    expect(error.modelText).toContain('"git__log"')
  })

  it('shows an odd name quoted, escaped and clipped, to the operator only', async () => {
    const error = await rejection(shop.dispatch(`evil\u202E"\n${'x'.repeat(500)}`, {}))
    expect(error.message).toContain(String.raw`"evil\u202e\"\u000axxx`)
    expect(error.message.length).toBeLessThan(300)
    expect(error.modelText).not.toContain('evil')
  })

  it('is reported like any other call', async () => {
    const { registry, events } = observed(shop)
    await rejection(registry.dispatch('fs/nothing', {}))
    expect(events).toMatchObject([{ type: 'terminal', code: 'UNKNOWN_TOOL', tool: undefined }])
  })
})

describe('ToolRegistry.resolve', () => {
  it.each<readonly [string, string]>([
    ...nearMisses,
    ['the short form', 'fs/search'],
    ['the reference', 'tool://fs/search'],
  ])('refuses %s [DIS-02]', (_kind, ref) => {
    expect(() => shop.resolve(ref)).toThrow(expect.objectContaining({ code: 'UNKNOWN_TOOL' }))
  })

  it('takes the exact wire name', () => {
    expect(shop.resolve('fs__read-file').id.toString()).toBe('fs/read.file')
  })
})

describe('an unknown tool by its id', () => {
  it('is named with the nearest one, like one by its text [REG-03]', () => {
    const registry = registryOf(tool({ name: 'transfer' }))
    expect(() => registry.restrictTo([new ToolId('shop', 'transfr')])).toThrow(
      '"shop/transfr": this registry has no tool of this name. Did you mean "shop/transfer"?',
    )
  })
})
