import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { toolSources, type ToolSource } from '../../src/tools/tool-source.js'
import { problemsOf } from '../container/problems-of.js'
import { passing, registryOf, tool } from './tools.js'

const registry = registryOf(
  tool({ server: 'ledger', name: 'balance', mutates: false, groups: ['billing'] }),
  tool({ server: 'ledger', name: 'transfer', groups: ['billing', 'money'] }),
  tool({ server: 'notes', name: 'list', mutates: false, source: 'scripts' }),
  tool({ server: 'github', name: 'list', mutates: false, source: 'mcp' }),
  tool({ server: 'github', name: 'merge', source: 'mcp' }),
  tool({ server: 'desk', name: 'ask', interactive: true, mutates: false }),
  tool({ server: 'run', name: 'finish', control: true, groups: ['billing'] }),
)

function namesOf(view: ToolRegistry): readonly string[] {
  return view.ids().map(String)
}

const everything = namesOf(registry).filter((name) => name !== 'run/finish')

describe('ToolRegistry.select', () => {
  it.each<readonly [readonly string[], readonly string[]]>([
    [['ledger/transfer'], ['ledger/transfer']],
    [['tool://ledger/transfer', 'ledger__transfer'], ['ledger/transfer']],
    [['transfer'], ['ledger/transfer']],
    [['@all'], everything],
    [['@builtin'], ['desk/ask', 'ledger/balance', 'ledger/transfer']],
    [['@scripts'], ['notes/list']],
    [['@mcp'], ['github/list', 'github/merge']],
    [['@subagent'], []],
    [['@readonly'], ['desk/ask', 'github/list', 'ledger/balance', 'notes/list']],
    [['@server:github'], ['github/list', 'github/merge']],
    [['@group:billing'], ['ledger/balance', 'ledger/transfer']],
    [
      ['@group:money', '@scripts', 'merge'],
      ['github/merge', 'ledger/transfer', 'notes/list'],
    ],
    [['absent?', '@server:absent?', '@group:absent?'], []],
    [[], []],
  ])('merges names and groups, each tool once, sorted: %j [REG-05]', (entries, expected) => {
    expect(namesOf(registry.select(entries))).toEqual(expected)
  })

  it.each<readonly [readonly string[], readonly string[]]>([
    [
      ['-@mcp', '@readonly'],
      ['desk/ask', 'ledger/balance', 'notes/list'],
    ],
    [['@server:ledger', '-transfer'], ['ledger/balance']],
    [['-ledger/transfer', 'ledger/transfer'], []],
    [['@all', '-@group:gone?'], everything],
    [['-@mcp'], []],
  ])('applies exclusions last, whatever their place: %j [REG-05]', (entries, expected) => {
    expect(namesOf(registry.select(entries))).toEqual(expected)
  })

  it('reads its marks as marks, also where foreign names look like them', () => {
    const foreign = registryOf(
      tool({ server: 'x', name: 'pay', source: 'mcp' }),
      tool({ server: '-x', name: 'pay', source: 'mcp' }),
      tool({ server: 'gh', name: 'search?', source: 'mcp' }),
    )
    expect(namesOf(foreign.select(['@all', '-x/pay']))).toEqual(['-x/pay', 'gh/search?'])
    expect(namesOf(foreign.select(['tool://-x/pay']))).toEqual(['-x/pay'])
    expect(namesOf(foreign.select(['gh/search?']))).toEqual([])
  })

  it('resolves when it is called, against what is there', () => {
    const later = registry.register(tool({ server: 'ledger', name: 'refund' }))
    expect(namesOf(later.select(['@server:ledger']))).toContain('ledger/refund')
  })

  it.each(['@all', '@builtin', '@server:run?', '@group:billing', '-@all'])(
    'keeps tools that steer the agent out of %s [REG-06]',
    (entry) => {
      expect(namesOf(registry.select([entry, 'run/finish']))).toContain('run/finish')
      expect(namesOf(registry.select([entry]))).not.toContain('run/finish')
    },
  )

  it('drops tools that need a person where nobody is at hand, unless they are required [REG-06]', () => {
    const unattended = { unattended: true }
    expect(namesOf(registry.select(['@readonly'], unattended))).not.toContain('desk/ask')
    const required = { ...unattended, require: ['desk/ask'] }
    expect(namesOf(registry.select(['@readonly'], required))).toContain('desk/ask')
  })

  it('refuses a list that does not reach what is required, naming all of it [REG-06]', () => {
    const require = ['ledger/transfer', 'ledger/balance', 'ledger/none']
    const problems = problemsOf(() => registry.select(['@readonly'], { require }))
    expect(problems.map(({ subject }) => subject)).toEqual([
      'require, "ledger/transfer"',
      'require, "ledger/none"',
    ])
  })

  it('keeps the layers and leaves the parent as it is', () => {
    const layered = registry.layer(passing('outer'))
    expect(layered.select(['@mcp']).layerNames).toEqual(['outer'])
    expect(namesOf(layered)).toEqual(namesOf(registry))
  })
})

describe('ToolRegistry.select of a list that is wrong', () => {
  it('names every wrong entry in one error, quoted with its index [REG-05]', () => {
    const entries = ['@builtins', 'balance', 'nowhere', 'list', '@server:none']
    expect(problemsOf(() => registry.select(entries)).map(({ subject }) => subject)).toEqual([
      'entries[0] "@builtins"',
      'entries[2] "nowhere"',
      'entries[3] "list"',
      'entries[4] "@server:none"',
    ])
  })

  it.each([
    '@builtins',
    '@ALL',
    '@',
    '@mcp ',
    '@server:',
    '@group:',
    '@readonly ',
    'x@mcp',
    '-@nope',
  ])('lists the tokens for what has an "@" and is no group: %j [REG-04]', (entry) => {
    const [problem] = problemsOf(() => registry.select([entry]))
    expect(problem?.fix).toContain('@all, @builtin, @subagent, @scripts, @mcp')
  })

  it('names the candidates of a bare name that several tools have', () => {
    const [problem] = problemsOf(() => registry.select(['list']))
    expect(problem?.fix).toBe('Write "github/list" or "notes/list".')
  })

  it('never takes an ambiguous name for one that may be absent', () => {
    expect(() => registry.select(['list?'])).toThrow(DefinitionError)
  })

  it('proposes the nearest server, and how to let it be empty', () => {
    const [problem] = problemsOf(() => registry.select(['@server:ledgr']))
    expect(problem?.fix).toBe(
      'Write "@server:ledger", or write "@server:ledgr?" where it may be empty.',
    )
  })

  it.each([
    ['@builtins', '"@builtin"'],
    ['-@readonli', '"-@readonly"'],
    ['-ledger/transfr', '"-ledger/transfer"'],
    ['@sever:ledger', '"@server:<name>"'],
    ['-@group:biling', '"-@group:billing"'],
  ])('proposes for %s the entry it is nearest to, with its marks', (entry, proposal) => {
    const [problem] = problemsOf(() => registry.select([entry]))
    expect(problem?.fix).toContain(proposal)
  })

  it.each([[undefined], ['@all'], [[7]]])('wants a list of texts: %j', (entries) => {
    expect(() => registry.select(entries as unknown as string[])).toThrow(/not a list of texts/)
  })
})

describe('ToolRegistry.explain', () => {
  it('says which entries give and take each tool they name [REG-07]', () => {
    expect(registry.explain(['@server:ledger', 'balance', '-@group:money'])).toEqual([
      {
        id: 'ledger/balance',
        isSelected: true,
        grantedBy: ['@server:ledger', 'balance'],
        excludedBy: [],
      },
      {
        id: 'ledger/transfer',
        isSelected: false,
        grantedBy: ['@server:ledger'],
        excludedBy: ['-@group:money'],
      },
    ])
  })
})

describe('the laws of narrowing', () => {
  const someTools = fc
    .uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1 })
    .map((numbers) => numbers.map(toNumberedTool))
  const someEntries = fc.array(
    fc.constantFrom(
      '@all',
      '@builtin',
      '@mcp',
      '@scripts',
      '@readonly',
      '-@mcp',
      '-@readonly',
      't3?',
    ),
  )

  it('select never grows: its tools are tools of the parent [REG-05]', () => {
    fc.assert(
      fc.property(someTools, someEntries, (tools, entries) => {
        const parent = registryOf(...tools)
        const all = new Set(namesOf(parent))
        expect(namesOf(parent.select(entries)).every((name) => all.has(name))).toBe(true)
      }),
    )
  })

  it('selecting twice is selecting what both lists select', () => {
    fc.assert(
      fc.property(someTools, someEntries, someEntries, (tools, first, second) => {
        const parent = registryOf(...tools)
        const both = new Set(namesOf(parent.select(second)))
        const expected = namesOf(parent.select(first)).filter((name) => both.has(name))
        expect(namesOf(parent.select(first).select(second))).toEqual(expected)
      }),
    )
  })

  it('explain and select agree on every tool [REG-07]', () => {
    fc.assert(
      fc.property(someTools, someEntries, (tools, entries) => {
        const parent = registryOf(...tools)
        const explained = parent.explain(entries).filter(({ isSelected }) => isSelected)
        expect(explained.map(({ id }) => id)).toEqual(namesOf(parent.select(entries)))
      }),
    )
  })
})

function toNumberedTool(number: number): ReturnType<typeof tool> {
  const source = toolSources[number % toolSources.length] as ToolSource
  return tool({ server: 's', name: `t${number.toString()}`, source, mutates: number % 3 === 0 })
}
