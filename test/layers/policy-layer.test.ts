import { describe, expect, it } from 'vitest'

import { PolicyLayer, type PolicyLayerOptions } from '../../src/layers/policy-layer.js'
import type { PolicyRule } from '../../src/layers/policy/policy-rule.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolLayer } from '../../src/tools/tool-layer.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, registryOf, tool } from '../registry/tools.js'

const order = tool({ groups: ['sales'] })
const list = tool({ name: 'list', mutates: false })
const foreign = tool({ server: 'hub', name: 'issue', source: 'mcp', mutates: false })
const control = tool({ name: 'stop', control: true })
const shop = registryOf(order, list, foreign, control)

/** What the policy says of a call: it ran, it was refused, or it waits for a person. */
async function verdict(
  rules: readonly PolicyRule[],
  ref = 'shop/order',
  options?: PolicyLayerOptions,
): Promise<string> {
  return verdictOn(shop.layer(new PolicyLayer(rules, options)), ref)
}

async function verdictOn(registry: ToolRegistry, ref: string): Promise<string> {
  const thrown: unknown = await registry.dispatch(ref, {}).catch((error: unknown) => error)
  if (!(thrown instanceof Error)) return 'allow'
  return thrown.message.includes('a layer asks for approval') ? 'ask' : thrown.message
}

const numbered = registryOf(tool({ inputSchema: { properties: { n: { type: 'integer' } } } }))

/** A layer that puts a number into the arguments. */
function putting(n: number): ToolLayer {
  return layer('puts', (call, next) => next({ ...call, arguments: { n } }))
}

const throwing = (): never => {
  throw new Error('boom')
}

describe('PolicyLayer', () => {
  it.each([
    ['no rule matches', [], 'no rule of layer "policy" matches it'],
    ['a rule allows', [{ decide: 'allow' }], 'allow'],
    ['a rule asks', [{ decide: 'ask' }], 'ask'],
    [
      'a rule denies',
      [{ decide: 'deny', reason: 'frozen' }],
      'rules[0] of layer "policy" says deny. Its reason: frozen',
    ],
    ['a later rule allows', [{ decide: 'ask' }, { decide: 'allow' }], 'allow'],
    ['a later rule asks', [{ decide: 'allow' }, { decide: 'ask' }], 'ask'],
    ['a deny comes first', [{ decide: 'deny' }, { decide: 'allow' }], 'rules[0]'],
    ['a deny comes last', [{ decide: 'allow' }, { decide: 'deny' }], 'rules[1]'],
    ['a deny does not match', [{ decide: 'allow' }, { tools: ['@mcp'], decide: 'deny' }], 'allow'],
  ] satisfies [string, PolicyRule[], string][])(
    'decides by order where %s [REG-10]',
    async (_what, rules, expected) => {
      expect(await verdict(rules)).toContain(expected)
    },
  )

  it.each(['allow', 'ask', 'deny'] as const)(
    'does otherwise as it is told: %s',
    async (otherwise) => {
      const said = await verdict([], 'shop/order', { otherwise })
      expect(said).toContain(otherwise === 'deny' ? 'no rule' : otherwise)
    },
  )

  it.each([
    ['shop/order', ['shop/order'], true],
    ['shop/order', ['tool://shop/order'], true],
    ['shop/order', ['shop__order'], true],
    ['shop/order', ['shop/Order'], false],
    ['shop/order', ['shop/orders', 'shop/orde'], false],
    ['shop/order', ['shop/order?'], true],
    ['shop/order', ['@all'], true],
    ['shop/order', ['@all', '-shop/order'], false],
    ['shop/order', ['@group:sales'], true],
    ['shop/order', ['@server:shop'], true],
    ['shop/order', ['@server:hub'], false],
    ['shop/order', ['@readonly'], false],
    ['shop/list', ['@readonly'], true],
    ['hub/issue', ['@mcp'], true],
    ['hub/issue', ['@builtin'], false],
    ['shop/stop', ['@all'], false],
    ['shop/stop', ['shop/stop'], true],
  ])('reads %s against %j: %s [REG-10]', async (ref, tools, matches) => {
    expect(await verdict([{ tools, decide: 'allow' }], ref)).toContain(
      matches ? 'allow' : 'no rule',
    )
  })

  it('without `tools` speaks of every tool, those that steer the agent included', async () => {
    expect(await verdict([{ decide: 'allow' }], 'shop/stop')).toBe('allow')
  })

  it('looks at the call in `when`, also later', async () => {
    const when: PolicyRule['when'] = async ({ context }) => context.tenantId === 'acme'
    const registry = shop.layer(new PolicyLayer([{ when, decide: 'allow' }]))
    const call = (tenantId: string) => registry.dispatch('shop/order', {}, { tenantId })
    expect((await call('acme')).status).toBe('output')
    await expect(call('other')).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it.each([
    ['throws', throwing, 'threw'],
    ['rejects', () => Promise.reject(new Error('boom')), 'threw'],
    ['answers nothing', (() => undefined) as unknown as () => boolean, 'neither true nor false'],
  ])('denies where `when` %s [REG-10]', async (_how, when, expected) => {
    const said = await verdict([{ decide: 'allow' }, { when, decide: 'allow' }])
    expect(said).toContain(`\`when\` of rules[1] of layer "policy"`)
    expect(said).toContain(expected)
  })

  it.each([
    ['true', 'Nobody is at hand', true],
    ['a function that says so', 'Nobody is at hand', () => true],
    ['a function that throws', 'Nobody is at hand', throwing],
    [
      'a function that says nothing',
      'Nobody is at hand',
      (() => undefined) as unknown as () => boolean,
    ],
    ['false', 'ask', false],
    ['a function that denies it', 'ask', () => false],
  ])('where unattended is %s, asking is: %s [REG-10]', async (_how, expected, unattended) => {
    expect(await verdict([{ decide: 'ask' }], 'shop/order', { unattended })).toContain(expected)
  })

  it('tells a model one constant sentence, and the operator why', async () => {
    const rules = [{ decide: 'deny', reason: 'budget 42 is spent' }] as const
    const refused = shop.layer(new PolicyLayer(rules)).dispatch('shop/order', {})
    await expect(refused).rejects.toMatchObject({
      code: 'REFUSED',
      disposition: 'did-not-happen',
      retryable: false,
      modelText: 'This call is not permitted.',
      message: expect.stringContaining('budget 42 is spent'),
    })
  })

  it('holds for calls from inside a body', async () => {
    const outer = tool({
      name: 'outer',
      call: (_args, context) => context.dispatch('shop/order', {}),
    })
    const rules: PolicyRule[] = [{ tools: ['shop/outer'], decide: 'allow' }]
    const registry = registryOf(order, outer).layer(new PolicyLayer(rules))
    const failed = registry.dispatch('shop/outer', {})
    await expect(failed).rejects.toMatchObject({ cause: { code: 'REFUSED' } })
  })

  it.each([
    ['all of them', (all: ToolRegistry) => all.select(['@all'])],
    ['its name', (all: ToolRegistry) => all.select(['order'])],
    ['a group', (all: ToolRegistry) => all.select(['@group:sales'])],
    ['restrictTo', (all: ToolRegistry) => all.restrictTo(['shop/order'])],
    ['filter', (all: ToolRegistry) => all.filter(({ mutates }) => mutates)],
  ])('says the same of a tool that was selected by %s [REG-07]', async (_how, narrow) => {
    const rules: PolicyRule[] = [
      { tools: ['@readonly'], decide: 'allow' },
      { tools: ['shop/order'], decide: 'ask' },
    ]
    expect(await verdictOn(narrow(shop.layer(new PolicyLayer(rules))), 'shop/order')).toBe('ask')
  })

  it.each([
    ['may not run', 'deny', 7, 'says deny'],
    ['a person is asked about', 'ask', 7, 'ask'],
    ['may run', 'deny', 2, 'allow'],
  ] as const)(
    'judges again what a layer inside changed: arguments that %s',
    async (_what, decide, n, expected) => {
      const rules: PolicyRule[] = [
        { decide: 'allow' },
        { when: ({ arguments: { n } }) => Number(n) > 5, decide },
      ]
      const registry = numbered.layer(putting(n)).layer(new PolicyLayer(rules))
      expect(await verdictOn(registry, 'shop/order')).toContain(expected)
    },
  )

  it('judges what a layer inside only copied no second time', async () => {
    let judged = 0
    const rules: PolicyRule[] = [{ when: () => (judged += 1) > 0, decide: 'allow' }]
    await numbered.layer(putting(1)).layer(new PolicyLayer(rules)).dispatch('shop/order', { n: 1 })
    expect(judged).toBe(1)
  })

  it('does not judge what a layer outside changed but as it comes', async () => {
    const rules: PolicyRule[] = [{ when: ({ arguments: { n } }) => n === 7, decide: 'allow' }]
    const registry = numbered.layer(new PolicyLayer(rules)).layer(putting(7))
    expect(await verdictOn(registry, 'shop/order')).toBe('allow')
  })

  it('takes a copy of its rules', async () => {
    const rules: { tools: string[]; decide: 'allow' | 'deny' }[] = [
      { tools: ['shop/order'], decide: 'deny' },
    ]
    const registry = shop.layer(new PolicyLayer(rules))
    rules[0] = { tools: ['shop/order'], decide: 'allow' }
    expect(await verdictOn(registry, 'shop/order')).toContain('deny')
  })

  it('refuses everything that is wrong with its rules at once', () => {
    const rules = [
      { tools: ['@builtins', 'shop/order'], decide: 'allow' },
      { tools: ['order'], decide: 'deny' },
      { tools: [], decide: 'deny' },
      { tools: ['-@mcp'], decide: 'perhaps' },
      { tool: ['@all'] },
      'allow',
    ]
    const wrong = problemsOf(
      () => new PolicyLayer(rules as unknown as PolicyRule[], { otherwise: 'maybe' as never }),
    )
    expect(wrong.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      'PolicyLayer: the option "otherwise" has a wrong value.',
      'PolicyLayer, rules[0].tools[0] "@builtins": there is no such group; tokens are exact.',
      'PolicyLayer, rules[1].tools[0] "order": it is not the exact name of a tool.',
      'PolicyLayer, rules[2]: its `tools` name no tool.',
      'PolicyLayer, rules[3]: the option "decide" has a wrong value.',
      'PolicyLayer, rules[3]: its `tools` name no tool.',
      'PolicyLayer, rules[4]: it decides nothing.',
      'PolicyLayer, rules[4]: there is no option "tool".',
      'PolicyLayer, rules[5]: it is not a rule.',
    ])
  })

  it.each([
    ['order', 'it is not the exact name of a tool.', 'Write server/name'],
    ['shop/or der', 'it is not the exact name of a tool.', 'Write server/name'],
    ['shop/or\u200bder', 'it is not the exact name of a tool.', 'Write server/name'],
    ['shop/order/now', 'it is not the exact name of a tool.', 'Write server/name'],
    ['tool://shop', 'it is not the exact name of a tool.', 'Write server/name'],
    ['shop__or.der', 'it is not the exact name of a tool.', 'the wire name of letters'],
    ['9shop__order', 'it is not the exact name of a tool.', 'the wire name of letters'],
    [`shop__${'o'.repeat(60)}`, 'it is not the exact name of a tool.', 'the wire name'],
    ['@server:shop/order', 'no server can have this name.', 'without "/"'],
    ['@server:sh\u200bop', 'no server can have this name.', 'invisible'],
    ['@group:-sales', 'no tool can have this label.', 'a letter or digit first'],
    ['@readOnly', 'there is no such group; tokens are exact.', 'Did you mean "@readonly"?'],
    ['-@sever:shop', 'there is no such group; tokens are exact.', '"-@server:<name>"'],
  ])('refuses a rule about %j, which is no tool there can be', (entry, message, fix) => {
    const rules = [{ decide: 'allow' }, { tools: ['@all', entry], decide: 'deny' }] as const
    const [problem, ...others] = problemsOf(() => new PolicyLayer(rules))
    expect(problem?.subject).toMatch(/^PolicyLayer, rules\[1\]\.tools\[1\] "/)
    expect([problem?.message, others]).toEqual([message, []])
    expect(problem?.fix).toContain(fix)
  })

  it.each([
    'shop/or-der',
    'tool://hub/create issue'.replace(' ', '_'),
    'hub__a-b',
    'hub/x?',
    '-hub/ü',
  ])('takes a rule about %j, as a foreign tool may be called', (entry) => {
    expect(() => new PolicyLayer([{ tools: ['@all', entry], decide: 'deny' }])).not.toThrow()
  })

  it.each<[string, readonly PolicyRule[], string]>([
    ['rules', new Array<PolicyRule>(1), 'PolicyLayer, rules[0]'],
    ['tools', [{ tools: new Array<string>(1), decide: 'allow' }], 'PolicyLayer, rules[0]'],
  ])('refuses a list of %s with a hole in it', (_what, rules, subject) => {
    expect(problemsOf(() => new PolicyLayer(rules))).toMatchObject([{ subject }])
  })

  it.each([
    ['no list', 'all', {}, 'the rules are not a list.'],
    ['options that are none', [], null, 'the options are not an object.'],
  ] as [string, never, never, string][])('refuses %s', (_what, rules, options, message) => {
    const construct = (): unknown => new PolicyLayer(rules, options)
    expect(problemsOf(construct)).toMatchObject([{ message }])
  })
})

describe('PolicyLayer of rules that are no plain objects', () => {
  class Rule {
    readonly tools = ['shop/order']
    get decide(): string {
      return 'Deny'
    }
  }

  it.each([
    ['a getter', new Rule()],
    ['a prototype', Object.create({ decide: 'maybe' }) as object],
  ])('refuses a decision it does not know, also one that comes from %s', (_where, rule) => {
    const [problem] = problemsOf(
      () => new PolicyLayer([rule as PolicyRule], { otherwise: 'allow' }),
    )
    expect(problem?.message).toContain('"decide"')
  })
})
