import { describe, expect, it } from 'vitest'

import { bindManifest } from '../../src/manifest/bind-manifest.js'
import { checkManifest } from '../../src/manifest/check/check-manifest.js'
import { contractDigest } from '../../src/manifest/contract/contract.js'
import type { Disagreement } from '../../src/manifest/check/disagreement.js'
import type { Manifest } from '../../src/manifest/manifest.js'
import { ToolError } from '../../src/errors/tool-error.js'
import { documentData, grantData } from './documents.js'
import { problemsOf } from './problems-of.js'
import { manifestOf, manifestWith, registryOf, tool } from './tools.js'

const pay = tool({ name: 'pay', description: 'Pays.' })

async function codeOf(dispatched: Promise<unknown>): Promise<string> {
  const error: unknown = await dispatched.then(String, (thrown: unknown) => thrown)
  return error instanceof ToolError ? error.code : String(error)
}

const passing = (name: string) =>
  ({ name, handle: (call: never, next: (call: never) => never) => next(call) }) as never

describe('bindManifest', () => {
  it('throws every disagreement [MAN-05]', () => {
    const manifest = manifestOf({ effect: 'read' }, { ref: 'tool://a/b' })
    const messages = problemsOf(() => bindManifest(registryOf(tool(), pay), manifest)).map(
      ({ message }) => message,
    )
    expect(messages).toEqual([
      'a/b: it is granted, and nothing implements it.',
      'shop/order: it is granted as read, and its code declares write.',
      'shop/pay: it is implemented, and the manifest does not grant it.',
    ])
  })

  it('shows models the reviewed words and not those of the code [MAN-05]', () => {
    const registry = registryOf(tool({ title: 'Not reviewed' }))
    const bound = bindManifest(registry, manifestOf({ description: 'Reviewed.' }))
    expect(bound.descriptors()).toMatchObject([{ id: 'shop/order', description: 'Reviewed.' }])
    expect(bound.descriptors()[0]).not.toHaveProperty('title')
  })

  it.each([
    ['read', 'write', 'builtin', 'write'],
    ['idempotent', undefined, 'builtin', 'idempotent'],
    ['write', 'read', 'mcp', 'read'],
    ['read', undefined, 'mcp', 'write'],
  ] as const)(
    'makes of %s, granted as %s, from %s, %s [MAN-05]',
    (effect, granted, source, made) => {
      const registry = registryOf(tool({ effect, source }))
      const bound = bindManifest(
        registry,
        manifestOf(granted === undefined ? {} : { effect: granted }),
      )
      expect(bound.get('shop/order')).toMatchObject({ effect: made, mutates: made !== 'read' })
    },
  )

  it('gives a registry that still matches its manifest', () => {
    const definition = tool({ effect: 'read' })
    const manifest = manifestOf({ effect: 'write', contract: contractDigest(definition) })
    const bound = bindManifest(registryOf(definition), manifest)
    expect(checkManifest(bound, manifest)).toEqual([])
  })

  it('says where in the document the disagreements are', () => {
    const [problem] = problemsOf(() => bindManifest(registryOf(), manifestOf({})))
    expect(problem?.subject).toMatch(/^manifest:1:\d+$/)
  })

  it('leaves the registry it was given as it is', () => {
    const registry = registryOf(tool())
    bindManifest(registry, manifestOf({ description: 'Reviewed.' }))
    expect(registry.get('shop/order').description).toBe('Orders.')
  })

  it('takes its own copy: a manifest that is changed later changes nothing [MAN-05]', () => {
    const entries: string[] = []
    const [grant, agent] = [grantData(), { name: 'triage', tools: entries }]
    const manifest = documentData({ tools: [grant], agents: [agent] }) as unknown as Manifest
    const bound = bindManifest(registryOf(tool()), manifest)
    entries.push('@all')
    Object.assign(grant, { description: 'Changed.', approval: 'required' })
    expect(bound.get('shop/order').description).toBe('Orders.')
    expect(bound.forAgent('triage').ids()).toEqual([])
  })

  it('runs a tool that is granted without further demands', async () => {
    const bound = bindManifest(registryOf(tool()), manifestOf({}))
    await expect(bound.dispatch('shop/order', {})).resolves.toEqual({
      status: 'output',
      value: 'done',
    })
  })

  it.each([
    ['approval', { approval: 'required' }, 'approval'],
    ['a key', { idempotencyKey: 'sku' }, 'idempotency'],
  ])(
    'refuses a call that lacks what its grant asks for, whatever layers there are: %s [MAN-05]',
    async (_what, grant, layer) => {
      const registry = registryOf(tool()).layer(passing(layer))
      const bound = bindManifest(registry, manifestOf(grant))
      expect(await codeOf(bound.dispatch('shop/order', { sku: 'a' }))).toBe('REFUSED')
    },
  )

  it('does not run a tool that was registered after it was bound', async () => {
    const bound = bindManifest(registryOf(tool()), manifestOf({})).register(pay)
    expect(await codeOf(bound.dispatch('shop/pay', {}))).toBe('NOT_GRANTED')
  })
})

describe("bindManifest, mode 'warn'", () => {
  it('reports what does not match, and refuses what is not granted', async () => {
    const reported: Disagreement[] = []
    const report = (found: readonly Disagreement[]) => reported.push(...found)
    const bound = bindManifest(registryOf(tool(), pay), manifestOf({}), { mode: 'warn', report })
    expect(reported.map(({ kind }) => kind)).toEqual(['not-granted'])
    expect(await codeOf(bound.dispatch('shop/pay', {}))).toBe('NOT_GRANTED')
    await expect(bound.dispatch('shop/order', {})).resolves.toMatchObject({ status: 'output' })
  })

  it('keeps the stricter effect of a grant that is laxer than the code', () => {
    const report = () => undefined
    const bound = bindManifest(registryOf(tool()), manifestOf({ effect: 'read' }), {
      mode: 'warn',
      report,
    })
    expect(bound.get('shop/order').effect).toBe('write')
  })

  it('reports nothing where nothing differs', () => {
    const report = () => expect.unreachable('reported')
    expect(() =>
      bindManifest(registryOf(tool()), manifestOf({}), { mode: 'warn', report }),
    ).not.toThrow()
  })
})

describe('forAgent of a bound registry', () => {
  const manifest = manifestWith({
    tools: [
      grantData({ effect: 'write' }),
      grantData({ ref: 'tool://shop/pay' }),
      grantData({ ref: 'tool://shop/look' }),
    ],
    agents: [
      { name: 'triage', tools: ['@readonly', 'shop/pay'] },
      { name: 'idle', tools: [] },
    ],
  })
  const registry = registryOf(tool({ effect: 'read' }), pay, tool({ name: 'look', effect: 'read' }))
  const bound = bindManifest(registry, manifest)

  it.each([
    ['triage', ['shop/look', 'shop/pay']],
    ['idle', []],
  ])('gives %s what its list selects, by the granted effect [MAN-05]', (agent, ids) => {
    expect(bound.forAgent(agent).ids().map(String)).toEqual(ids)
  })

  it.each(['triag', '', '__proto__', 'constructor'])(
    'refuses the agent "%s", who is not listed [MAN-05]',
    (agent) => {
      expect(problemsOf(() => bound.forAgent(agent))).toMatchObject([
        { message: 'the manifest lists no such agent.' },
      ])
    },
  )

  it('never grows beyond the registry it is asked of', () => {
    expect(bound.restrictTo(['shop/pay']).forAgent('triage').ids().map(String)).toEqual([
      'shop/pay',
    ])
  })
})
