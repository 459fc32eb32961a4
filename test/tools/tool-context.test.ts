import { describe, expect, it, vi } from 'vitest'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { extensionKey } from '../../src/tools/extension-key.js'
import { LazySignal } from '../../src/tools/lazy-signal.js'
import { createContext, ToolContext } from '../../src/tools/tool-context.js'
import { registryOf, tool } from '../registry/tools.js'

const principal = { id: 'u-1', kind: 'person' } as const
const locale = extensionKey<string>('locale')

const echo = defineTool({
  ...{ server: 'test', name: 'echo', description: 'Echoes.' },
  call: (_args, { callId, tenantId, principal: who, ...rest }) => ({ callId, tenantId, who, rest }),
})

const registry = ToolRegistry.empty().register(echo)

function bare(made: { readonly prototype: object }): unknown {
  return Object.create(made.prototype)
}

function asSignal(target: EventTarget): unknown {
  return Object.setPrototypeOf(target, AbortSignal.prototype)
}

function throwing(target: object): object {
  const get = (): never => {
    throw new Error('boo')
  }
  return new Proxy(target, { get })
}

describe('createContext', () => {
  it('has the tenant default and a call id of its own [REG-09]', () => {
    const [first, second] = [createContext(), createContext()]
    expect(first.tenantId).toBe('default')
    expect(first.callId).not.toBe(second.callId)
    expect(first.signal.aborted).toBe(false)
  })

  it.each([
    ['an empty tenant', { tenantId: '' }, 'tenantId'],
    ['a blank tenant', { tenantId: ' \t' }, 'tenantId'],
    ['a tenant of another type', { tenantId: 7 }, 'tenantId'],
    ['a principal without kind', { principal: { id: 'x' } }, 'principal'],
    ['a principal of unknown kind', { principal: { id: 'x', kind: 'robot' } }, 'principal'],
    ['a signal that is none', { signal: {} }, 'signal'],
    ['the prototype of a signal only', { signal: bare(AbortSignal) }, 'signal'],
    ['an event target as a signal', { signal: asSignal(new EventTarget()) }, 'signal'],
    ['a signal that throws', { signal: throwing(new AbortController().signal) }, 'signal'],
    ['the prototype of a Date only', { deadline: bare(Date) }, 'deadline'],
    ['a deadline that throws', { deadline: throwing(new Date()) }, 'deadline'],
    ['a field that throws', throwing({}), 'the context'],
    ['a principal that throws', { principal: throwing({}) }, 'the context'],
    ['an invalid deadline', { deadline: new Date(NaN) }, 'deadline'],
    ['a deadline in milliseconds', { deadline: 1000 }, 'deadline'],
    ['an unknown field', { tenant: 'acme' }, '"tenant"'],
    ['no object', null, 'the context'],
  ])('refuses %s [REG-09]', (_kind, init, subject) => {
    try {
      createContext(init as object)
      expect.unreachable()
    } catch (error) {
      const problems = DefinitionError.is(error) ? error.problems : []
      expect(problems.map((problem) => problem.subject)).toEqual([`createContext, ${subject}`])
    }
  })

  it.each([
    ['signal', { signal: bare(AbortSignal) }],
    ['deadline', { deadline: bare(Date) }],
  ])('makes a dispatch with a forged %s REFUSED', async (_field, init) => {
    await expect(registry.dispatch('test/echo', {}, init as object)).rejects.toMatchObject({
      code: 'REFUSED',
      disposition: 'did-not-happen',
    })
  })

  it('reads each field once, inherited ones too', () => {
    let reads = 0
    const request = Object.create({
      get tenantId() {
        reads += 1
        return reads === 1 ? 'acme' : ''
      },
    }) as object
    expect(createContext(request).tenantId).toBe('acme')
  })

  it('copies what it is given [REG-09]', () => {
    const given = { id: 'u-1', kind: 'person' as const }
    const deadline = new Date(5000)
    const context = createContext({ principal: given, deadline })
    given.id = 'u-2'
    deadline.setTime(1)
    context.deadline?.setTime(2)
    expect(context.principal).toEqual(principal)
    expect(context.deadline).toEqual(new Date(5000))
    expect(Object.isFrozen(context.principal)).toBe(true)
  })
})

describe('ToolContext', () => {
  it('holds one value per extension key, copied on write [REG-09]', () => {
    const context = createContext()
    const german = context.with(locale, 'de')
    expect(german.with(locale, 'fr').get(locale)).toBe('fr')
    expect(german.get(locale)).toBe('de')
    expect(context.get(locale)).toBeUndefined()
    expect(german.get(extensionKey<string>('locale'))).toBeUndefined()
  })

  it('has children with a new call id and everything of the caller [REG-09]', () => {
    const deadline = new Date(Date.now() + 1000)
    const parent = createContext({
      tenantId: 'acme',
      principal,
      threadId: 't',
      runId: 'r',
      deadline,
    })
    const child = parent.with(locale, 'de').child()
    expect(child).toMatchObject({
      tenantId: 'acme',
      principal,
      threadId: 't',
      runId: 'r',
      deadline,
    })
    expect(child.get(locale)).toBe('de')
    expect(child.callId).not.toBe(parent.callId)
    expect(child.idempotencyKey).toBeUndefined()
  })

  it('cancels its children, not the reverse [REG-09]', () => {
    const controller = new AbortController()
    const child = createContext({ signal: controller.signal }).child()
    controller.abort()
    expect(child.signal.aborted).toBe(true)
  })

  it('dispatches nothing outside a call [REG-09]', async () => {
    await expect(createContext().dispatch('a/b', {})).rejects.toThrow('Use registry.dispatch.')
  })
})

describe('the context of a dispatch', () => {
  it('has a fresh call id each time unless one is given [REG-09]', async () => {
    const callIds: string[] = []
    const watched = registry.observe(({ callId }) => callIds.push(callId))
    const context = createContext()
    await watched.dispatch('test/echo', {}, context)
    await watched.dispatch('test/echo', {}, context)
    await watched.dispatch('test/echo', {}, createContext({ callId: 'mine' }))
    expect(new Set(callIds).size).toBe(3)
    expect(callIds).not.toContain(context.callId)
    expect(callIds[2]).toBe('mine')
  })

  it('may be given as plain fields', async () => {
    const outcome = await registry.dispatch('test/echo', {}, { tenantId: 'acme', principal })
    expect(outcome).toMatchObject({ value: { tenantId: 'acme', who: principal } })
  })

  it('may come from another copy of the package, extensions included [REG-09]', async () => {
    vi.resetModules()
    const other = await import('../../src/tools/tool-context.js')
    const foreign: ToolContext = other.createContext({ tenantId: 'acme', callId: 'c-1' })
    const reading = defineTool({
      ...{ server: 'test', name: 'reads', description: 'Reads.' },
      call: (_args, context) => [context.callId, context.tenantId, context.get(locale)],
    })
    const both = registry.register(reading)
    const outcome = await both.dispatch('test/reads', {}, foreign.with(locale, 'de'))
    expect(outcome).toMatchObject({ value: ['c-1', 'acme', 'de'] })
  })
})

describe('ToolContext.toJSON', () => {
  it('has who and what the call belongs to, for logs [REG-09]', () => {
    const context = createContext({
      callId: 'c-1',
      tenantId: 'acme',
      principal: { id: 'p', kind: 'person' },
      deadline: new Date(0),
      signal: new AbortController().signal,
    })
    expect(JSON.parse(JSON.stringify(context))).toEqual({
      callId: 'c-1',
      tenantId: 'acme',
      principal: { id: 'p', kind: 'person' },
      deadline: '1970-01-01T00:00:00.000Z',
    })
  })

  it('leaves extensions out, which may hold secrets', () => {
    const context = createContext({ callId: 'c-1' }).with(extensionKey('token'), 'secret')
    expect(JSON.stringify(context)).toBe('{"callId":"c-1","tenantId":"default"}')
  })
})

describe('ToolContext.forAttempt', () => {
  it('fires for its own signal and for that of the call, and belongs to the call', async () => {
    const call = new AbortController()
    const attempt = new LazySignal()
    const seen: boolean[] = []
    const body = tool({
      call: (_args, context) => {
        const own = ToolContext.forAttempt(context, attempt)
        attempt.fire('given up')
        seen.push(own.signal.aborted, context.signal.aborted)
        seen.push(ToolContext.linkOf(own) === ToolContext.linkOf(context))
        return 1
      },
    })
    await registryOf(body).dispatch('shop/order', {}, { signal: call.signal })
    expect(seen).toEqual([true, false, true])
  })
})
