// Faults that users of other tool libraries reported, with the inputs they reported them for.
import { describe, expect, it } from 'vitest'

import { defineTool } from '../../src/registry/define/define-tool.js'
import { lintTool } from '../../src/registry/define/lint-tool.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { ToolContext } from '../../src/tools/tool-context.js'
import { isWireName } from '../../src/tools/tool-id.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, registryOf, rejection, tool } from './tools.js'

const fs = tool({ server: 'fs', name: 'search', call: () => 'fs' })
const git = tool({ server: 'git', name: 'search', call: () => 'git' })
const both = registryOf(fs, git)

describe('names that no model can emit', () => {
  it('are refused where a tool is defined, with one that can be', () => {
    const problems = problemsOf(() => tool({ server: 'crm.eu', name: 'contact/find by mail' }))
    expect(problems).toMatchObject([{ message: 'the name "contact/find by mail" is not legal.' }])
    expect(problems[0]?.fix).toBe("Write `name: 'contact_find_by_mail'`.")
  })

  it('are emitted otherwise: a dot as a dash, and back', () => {
    const find = tool({ server: 'crm.eu', name: 'find' })
    expect(find.wireName).toBe('crm-eu__find')
    expect(registryOf(find).resolve('crm-eu__find').id.toString()).toBe('crm.eu/find')
  })

  it('are refused when they are too long, with a wire name that is not', () => {
    const [problem] = problemsOf(() => tool({ server: 's'.repeat(30), name: 'n'.repeat(38) }))
    expect(problem?.message).toBe('its wire name has 70 characters; models take at most 64.')
    expect(isWireName(/'([^']+)'/.exec(problem?.fix ?? '')?.[1] ?? '')).toBe(true)
  })

  it('are told of when some clients hide server and name together', () => {
    const [server, name] = ['customer_relationship', 'list_open_opportunities_by_account_manager']
    const wireName = 'crm__list_open_opportunities_by_account_manager__for_all_of_them'
    const long = defineTool({ server, name, wireName, description: 'Lists.', call: () => 1 })
    expect(lintTool(long)).toMatchObject([{ fix: 'Give it a shorter `wireName`.' }])
  })
})

describe('one name on two servers', () => {
  it('is two tools, each called by its own spelling', async () => {
    expect(await both.dispatch('fs/search', {})).toMatchObject({ value: 'fs' })
    expect(await both.dispatch('git__search', {})).toMatchObject({ value: 'git' })
    expect((await rejection(both.dispatch('search', {}))).code).toBe('UNKNOWN_TOOL')
  })

  it('is ambiguous in a list, and twice on one server refused', () => {
    expect(problemsOf(() => both.select(['search']))).toMatchObject([
      { message: '2 tools have this name.', fix: 'Write "fs/search" or "git/search".' },
    ])
    expect(problemsOf(() => both.register(tool({ server: 'fs', name: 'search' })))).not.toEqual([])
  })

  it.each(['ns1:search', 'Search', 'fs__search ', 'hub/search', 'git/search'])(
    'is not guessed from %j, and a model reads of what it can see only',
    async (ref) => {
      const view = both.restrictTo(['fs/search'])
      const error = await rejection(view.dispatch(ref, {}))
      expect(error.code).toBe('UNKNOWN_TOOL')
      expect(error.modelText.replace(ref, '')).not.toContain('git')
    },
  )
})

describe('a guard that cannot look', () => {
  const unresolved = layer('guard', (call, next) => {
    if (call.definition.id.name === 'outer') return next(call)
    throw new TypeError("Cannot read properties of undefined (reading 'mayCall')")
  })

  it.each<[string, (registry: ToolRegistry) => Promise<unknown>]>([
    ['a dispatch', (registry) => registry.dispatch('shop/order', {})],
    ['a narrowed registry', (registry) => registry.select(['@all']).dispatch('shop__order', {})],
    ['a batch', async (registry) => throwFirst(registry)],
    ['a nested call', async (registry) => throwCause(registry)],
  ])('lets nothing through: %s', async (_how, call) => {
    let runs = 0
    const counted = tool({ call: () => (runs += 1) })
    const outer = tool({ name: 'outer', call: (_, context) => context.dispatch('shop/order', {}) })
    const error = await rejection(call(registryOf(counted, outer).layer(unresolved)))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect([runs, error.modelText.includes('mayCall')]).toEqual([0, false])
  })
})

async function throwCause(registry: ToolRegistry): Promise<void> {
  throw (await rejection(registry.dispatch('shop/outer', {}))).cause as Error
}

async function throwFirst(registry: ToolRegistry): Promise<void> {
  const [first] = await registry.dispatchAll([{ tool: 'shop/order', input: {} }])
  if (first?.status === 'rejected') throw first.reason as Error
}

describe('fifty calls at once, of different tenants through different views', () => {
  it('each keep their arguments, their tenant and their view', async () => {
    const seen = layer('looks', async (call, next) => {
      await pause()
      const outcome = await next(call)
      return outcome.status === 'output'
        ? { ...outcome, value: [outcome.value, call.context.tenantId] }
        : outcome
    })
    const inputSchema = { properties: { n: { type: 'integer' } } } as const
    const call = async ({ n }: { n?: unknown }, context: ToolContext): Promise<unknown> => {
      await pause()
      const other = await context.dispatch(n === 0 ? 'fs/search' : 'git/search', {}).catch(String)
      return [n, ToolContext.current().tenantId, typeof other === 'string' ? 'hidden' : 'seen']
    }
    const all = both.register(tool({ inputSchema, call })).layer(seen)
    const first = all.select(['shop/order', 'fs/search'])
    const second = all.select(['shop/order', 'git/search'])
    const calls = Array.from({ length: 50 }, (_, at) => {
      const [n, tenantId] = [at % 2, `t${at.toString()}`]
      const view = Math.floor(at / 2) % 2 === 0 ? first : second
      return view.dispatch('shop/order', { n }, { tenantId })
    })
    const outcomes = await Promise.all(calls)
    expect(outcomes.map((outcome) => outcome.status === 'output' && outcome.value)).toEqual(
      calls.map((_, at) => {
        const shows = at % 2 === Math.floor(at / 2) % 2 ? 'seen' : 'hidden'
        return [[at % 2, `t${at.toString()}`, shows], `t${at.toString()}`]
      }),
    )
  })
})

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 3)
  })
}
