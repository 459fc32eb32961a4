import { describe, expect, it } from 'vitest'

import { bindManifest } from '../../src/manifest/bind-manifest.js'
import { checkManifest } from '../../src/manifest/check/check-manifest.js'
import { contractDigest } from '../../src/registry/contract/contract.js'
import type { Disagreement } from '../../src/manifest/check/disagreement.js'
import type { Manifest } from '../../src/manifest/manifest.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { ToolError } from '../../src/errors/tool-error.js'
import { layerRank, type LayerRank, type ToolLayer } from '../../src/tools/tool-layer.js'
import { documentData, grantData } from './documents.js'
import { problemsOf } from './problems-of.js'
import { manifestOf, manifestWith, registryOf, tool } from './tools.js'

const pay = tool({ name: 'pay', description: 'Pays.' })

async function codeOf(dispatched: Promise<unknown>): Promise<string> {
  const error: unknown = await dispatched.then(String, (thrown: unknown) => thrown)
  return error instanceof ToolError ? error.code : String(error)
}

const ranked = (rank: LayerRank): ToolLayer => ({
  name: rank,
  [layerRank]: rank,
  handle: (call, next) => next(call),
})

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
  ] as const)(
    'refuses a call that lacks what its grant asks for, whatever layers there are: %s [MAN-05]',
    async (_what, grant, layer) => {
      const registry = registryOf(tool({ source: 'mcp' })).layer(ranked(layer))
      const bound = bindManifest(registry, manifestOf(grant))
      expect(await codeOf(bound.dispatch('shop/order', { sku: 'a' }))).toBe('REFUSED')
    },
  )

  it('has the key that a foreign tool is granted, and refuses arguments without one [EFF-02]', async () => {
    const registry = registryOf(tool({ source: 'mcp' })).layer(ranked('idempotency'))
    const bound = bindManifest(registry, manifestOf({ idempotencyKey: '/sku' }))
    expect(bound.get('shop/order').keyRule).toEqual({ kind: 'path', path: '/sku' })
    expect(await codeOf(bound.dispatch('shop/order', {}))).toBe('MISSING_IDEMPOTENCY_KEY')
  })

  it('keeps the key of the code, whatever key is granted beside it [EFF-02]', () => {
    const registry = registryOf(tool({ idempotencyKey: 'sku' }))
    const manifest = manifestOf({ idempotencyKey: 'other' })
    const bound = bindManifest(registry, manifest, { mode: 'warn', report: () => undefined })
    expect(bound.get('shop/order').keyRule).toEqual({ kind: 'path', path: 'sku' })
  })

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

  it('grants nothing by a reference that is none, and everything else', async () => {
    const sound = manifestOf({})
    const tools = [...sound.spec.tools, { ref: 'shop/pay', description: 'Pays.' }]
    const manifest: Manifest = { ...sound, spec: { tools } }
    const reported: Disagreement[] = []
    const report = (found: readonly Disagreement[]) => reported.push(...found)
    const bound = bindManifest(registryOf(tool(), pay), manifest, { mode: 'warn', report })
    expect(reported.map(({ kind }) => kind)).toContain('not-granted')
    expect(await codeOf(bound.dispatch('shop/pay', {}))).toBe('NOT_GRANTED')
    await expect(bound.dispatch('shop/order', {})).resolves.toMatchObject({ status: 'output' })
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

  it('says which agents there are, and where to list one', () => {
    const fixOf = (agent: unknown, from = bound) =>
      problemsOf(() => from.forAgent(agent as string)).map(({ fix }) => fix)
    expect(fixOf('triag')).toEqual(['Did you mean "triage"?'])
    expect(fixOf(7)).toEqual(['Known agents: "triage", "idle".'])
    expect(fixOf('triage', bindManifest(registryOf(tool()), manifestOf({})))).toEqual([
      'It lists none; list the agent with its tools in spec.agents.',
    ])
  })

  it('never grows beyond the registry it is asked of', () => {
    expect(bound.restrictTo(['shop/pay']).forAgent('triage').ids().map(String)).toEqual([
      'shop/pay',
    ])
  })

  it.each([['a wire name', 'pay', tool({ name: 'buy', wireName: 'pay' }), 'shop/buy']])(
    'lets %s mean in a narrowed registry what it meant when it was reviewed',
    (_what, entry, meant, id) => {
      const grants = [
        grantData({ ref: meant.id.reference() }),
        grantData({ ref: 'tool://shop/pay' }),
      ]
      const agents = [{ name: 'triage', tools: [entry] }]
      const both = bindManifest(registryOf(meant, pay), manifestWith({ tools: grants, agents }))
      expect(both.forAgent('triage').ids().map(String)).toEqual([id])
      expect(both.restrictTo(['shop/pay']).forAgent('triage').ids()).toEqual([])
    },
  )

  it('gives a tool that steers the agent to those who name it, and to nobody by a group', () => {
    const stop = tool({ name: 'stop', control: true })
    const agents = [
      { name: 'named', tools: ['shop/stop'] },
      { name: 'all', tools: ['@all'] },
    ]
    const tools = [grantData({ ref: 'tool://shop/stop' })]
    const steered = bindManifest(registryOf(stop), manifestWith({ tools, agents }))
    expect(steered.forAgent('named').ids().map(String)).toEqual(['shop/stop'])
    expect(steered.forAgent('all').ids()).toEqual([])
  })

  it('refuses to bind an agent that lists what is implemented and not granted', () => {
    const agents = [{ name: 'triage', tools: ['shop/pay'] }]
    const manifest = manifestWith({ agents })
    const messages = problemsOf(() => bindManifest(registryOf(tool(), pay), manifest)).map(
      ({ message }) => message,
    )
    expect(messages[0]).toBe('agent "triage": tools[0] "shop/pay" names nothing that is granted.')
    const report = (): void => undefined
    const lax = bindManifest(registryOf(tool(), pay), manifest, { mode: 'warn', report })
    expect(() => lax.forAgent('triage')).toThrow(DefinitionError)
  })

  it('gives nothing of what was registered after it was bound', () => {
    const later = bound.register(tool({ name: 'peek', effect: 'read' }))
    expect(later.forAgent('triage').ids().map(String)).toEqual(['shop/look', 'shop/pay'])
  })
})

describe('bindManifest of a registry that is bound', () => {
  it('is refused, for a second manifest would take back what the first one asks for [MAN-05]', () => {
    const manifest = manifestOf({})
    const bound = bindManifest(registryOf(tool()), manifest)
    expect(() => bindManifest(bound, manifest)).toThrow(/bound to a manifest already/)
  })
})
