import { describe, expect, it, onTestFinished } from 'vitest'

import { contractBook, type ContractBook } from '../../src/manifest/contract/contract-book.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import { draftManifest } from '../../src/manifest/write/draft-manifest.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { createContext } from '../../src/tools/tool-context.js'
import { createFakeApprover } from '../../src/testing/harness/fake-approver.js'
import type { ToolHarnessOptions } from '../../src/testing/harness/harness-options.js'
import { toolHarness } from '../../src/testing/harness/tool-harness.js'
import { problemsOf } from '../container/problems-of.js'
import { passing, registryOf, rejection } from '../registry/tools.js'
import { Bank, bankContainer, flaky, paint, Pay, whoAmI } from './ledger-tools.js'

const payment = { invoice: 'INV-7', cents: 5 }

function harnessOf(options: ToolHarnessOptions = {}) {
  const bank = new Bank()
  const harness = toolHarness({
    tools: [Pay, whoAmI, paint],
    overrides: [[Bank, bank]],
    ...options,
  })
  onTestFinished(() => harness.close())
  return { harness, bank }
}

describe('toolHarness', () => {
  it('calls classes with what stands in for their services, and plain tools beside them', async () => {
    const { harness, bank } = harnessOf()
    expect(await harness.call('bank/pay', payment)).toEqual({
      status: 'output',
      value: 'receipt 1',
    })
    expect(await harness.call('bank/who')).toMatchObject({ value: 'default/nobody' })
    expect(bank.paid).toEqual([5])
  })

  it('puts what it is given in the place of services of a container', async () => {
    const bank = new Bank()
    const harness = toolHarness({ container: bankContainer(), overrides: new Map([[Bank, bank]]) })
    await harness.call('bank/pay', payment)
    expect(bank.paid).toEqual([5])
  })

  it('keeps records, so that a call with a key happens once', async () => {
    const { harness, bank } = harnessOf()
    await harness.call('bank/pay', payment)
    expect(await harness.call('bank/pay', payment)).toHaveProperty('deduplicatedFrom')
    expect(bank.paid).toEqual([5])
  })

  it('calls for the tenant and principal it is told, and for those of one call', async () => {
    const principal = { id: 'ann', kind: 'person' } as const
    const { harness } = harnessOf({ context: { tenantId: 'acme', principal } })
    const contexts = [undefined, { tenantId: 'other' }, createContext({ tenantId: 'whole' })]
    const outcomes = await Promise.all(contexts.map((own) => harness.call('bank/who', {}, own)))
    expect(outcomes).toMatchObject([
      ...[{ value: 'acme/ann' }, { value: 'other/ann' }, { value: 'whole/nobody' }],
    ])
  })

  it('calls several tools and answers by index', async () => {
    const { harness } = harnessOf({ context: { tenantId: 'acme' } })
    const results = await harness.callAll([
      { tool: 'bank/who', input: {} },
      { tool: 'bank/pay', input: {} },
    ])
    expect(results).toMatchObject([
      { status: 'fulfilled', value: { value: 'acme/nobody' } },
      { status: 'rejected', reason: { code: 'INVALID_ARGUMENTS' } },
    ])
  })

  it('tells the events of its calls', async () => {
    const { harness } = harnessOf()
    await rejection(harness.call('bank/none'))
    expect(harness.events).toMatchObject([{ type: 'terminal', code: 'UNKNOWN_TOOL' }])
  })
})

describe('the approver of a toolHarness', () => {
  const approval = { when: 'mutates' } as const

  it('parks calls, which go on with a yes', async () => {
    const { harness, bank } = harnessOf({ approval })
    const outcome = await harness.call('bank/pay', payment)
    const [question] = await harness.pending()
    expect([outcome.status, question?.tool, bank.paid.length]).toEqual(['suspended', 'bank/pay', 0])
    expect(await harness.approve(outcome, { by: 'ann' })).toMatchObject({ value: 'receipt 1' })
    expect(await harness.pending()).toEqual([])
    expect(await harness.journal.list()).toMatchObject([{ approval: { decidedBy: 'ann' } }])
  })

  it('takes a call that waits by its question, its outcome or its id', async () => {
    const { harness, bank } = harnessOf({ approval, context: { tenantId: 'acme' } })
    for (const invoice of ['a', 'b']) await harness.call('bank/pay', { invoice, cents: 1 })
    const [first, second] = await harness.pending()
    await harness.approve(first ?? '')
    await harness.deny(second?.suspensionId ?? '', { by: 'bo', reason: 'no' })
    expect(bank.paid).toEqual([1])
    expect(await harness.pending()).toEqual([])
  })

  it('is asked about nothing unless a grant, a policy or an option wants it', async () => {
    const { harness } = harnessOf({ approver: createFakeApprover('deny') })
    await harness.call('bank/pay', payment)
    expect(harness.approver.proposals).toEqual([])
  })

  it('says what it is told to, once each', async () => {
    const approver = createFakeApprover('deny')
    const { harness } = harnessOf({ approval, approver })
    approver.decide('approve', { decision: 'approve', decidedBy: 'ann' })
    for (const invoice of ['a', 'b']) await harness.call('bank/pay', { invoice, cents: 1 })
    const { code } = await rejection(harness.call('bank/pay', { invoice: 'c', cents: 1 }))
    expect([code, approver.proposals.length]).toEqual(['APPROVAL_DENIED', 3])
  })

  it('says why a decision was refused', async () => {
    const { harness } = harnessOf({ approval })
    const outcome = await harness.call('bank/pay', payment)
    await harness.deny(outcome)
    await expect(harness.approve(outcome)).rejects.toThrow(
      'toolHarness.approve: the journal refused it: already',
    )
    await expect(harness.approve({ status: 'output', value: 1 })).rejects.toThrow('does not wait')
  })

  it('is no answer to a body, which takes one of its own', async () => {
    const { harness } = harnessOf()
    const outcome = await harness.call('bank/paint')
    expect(await rejection(harness.answer(outcome, 'x'))).toMatchObject({ code: 'INVALID_ANSWER' })
    expect(await harness.answer(outcome, 'red')).toMatchObject({ value: 'red' })
  })
})

describe('the clock of a toolHarness', () => {
  it('lets layers wait no longer than the test says', async () => {
    const layers = { retry: { baseDelayMs: 60_000, maxDelayMs: 60_000, random: () => 1 } }
    const { harness } = harnessOf({ tools: [flaky(1)], layers })
    const calling = harness.call('bank/rate')
    await harness.clock.advance(59_999)
    expect(harness.events).toEqual([])
    await harness.clock.advance(1)
    expect(await calling).toMatchObject({ value: 3 })
  })

  it('lets questions lapse', async () => {
    const approval = { when: 'mutates', expiresInMs: 1000 } as const
    const { harness } = harnessOf({ approval })
    const outcome = await harness.call('bank/pay', payment)
    await harness.clock.advance(1000)
    expect(await harness.pending()).toEqual([])
    await expect(harness.approve(outcome)).rejects.toThrow('the journal refused it')
  })
})

describe('the options of toolHarness', () => {
  const manifest = parseManifest(`
apiVersion: tallystick/v1
kind: ToolManifest
metadata: { name: bank, version: "1" }
spec:
  tools:
    - { ref: 'tool://bank/pay', description: Pays., approval: required }
    - { ref: 'tool://bank/who', description: Who calls. }
  agents: [{ name: reader, tools: ['@readonly'] }]
`)

  it('bind the tools to a manifest, as one of its agents', async () => {
    const tools = [Pay, whoAmI]
    const whole = harnessOf({ tools, manifest }).harness
    expect((await whole.call('bank/pay', payment)).status).toBe('suspended')
    const reader = harnessOf({ tools, manifest, agent: 'reader' }).harness
    expect(reader.registry.ids().map(String)).toEqual(['bank/who'])
  })

  it('say what changed in a contract where the reviewed ones are at hand', () => {
    const was = defineTool({
      ...{ server: 'bank', name: 'paint', description: 'Paints.' },
      inputSchema: { type: 'object', properties: { wall: { type: 'string' } } },
      call: () => 1,
    })
    const reviewed = parseManifest(draftManifest(registryOf(was)))
    const harness = (contracts?: ContractBook) => () =>
      toolHarness({ tools: [paint], manifest: reviewed, contracts })
    expect(problemsOf(harness())).toMatchObject([{ message: expect.not.stringMatching('wall') }])
    expect(problemsOf(harness(contractBook([was])))).toMatchObject([
      { message: expect.stringContaining('inputSchema.properties.wall') },
    ])
  })

  it('take a journal of a test, which stays open, or none', async () => {
    const journal = memoryJournal()
    const { harness } = harnessOf({ journal })
    await harness.call('bank/pay', payment)
    await harness.close()
    expect(await journal.list()).toHaveLength(1)
    await journal.close()
    const without = harnessOf({ journal: 'none' }).harness
    expect(without.registry.layerNames).toEqual(['approval'])
    expect(() => without.journal).toThrow('it has no journal')
  })

  it('let a test do the last step to the registry', () => {
    const { harness } = harnessOf({ finish: (registry) => registry.layer(passing('own')) })
    expect(harness.registry.layerNames).toEqual(['idempotency', 'approval', 'own'])
  })

  it('are refused all at once where they are wrong', () => {
    const wrong = { tools: Pay, journal: 'memory', layers: { idempotency: passing('own') } }
    const problems = problemsOf(() => toolHarness(wrong as never))
    expect(problems.map(({ message }) => message)).toEqual([
      'the option "tools" has a wrong value.',
      'the option "journal" has a wrong value.',
      'the option "layers" has a wrong value.',
    ])
    expect(() => toolHarness({})).toThrow('there are neither tools nor a container')
    expect(() => toolHarness({ tools: [], contracts: new Map() })).toThrow('and there is none')
  })

  it('say which services are bound nowhere', () => {
    const container = bankContainer()
    expect(() => toolHarness({ container, overrides: [['Bank', 1]] })).toThrow(
      'overrides: "Bank" is bound in no binding of the container itself.',
    )
    expect(() => toolHarness({ tools: [Pay] })).toThrow('Bank')
  })
})

describe('the MCP client of a toolHarness', () => {
  it.each(['modern', 'legacy'] as const)('is served the tools, in the %s era', async (era) => {
    const { harness } = harnessOf({ context: { tenantId: 'acme' } })
    const client = await harness.mcpClient({ era })
    const names = (await client.listTools()).map(({ name }) => name)
    expect(names).toEqual(['paint', 'pay', 'who'])
    expect(await client.callTool('who')).toMatchObject({ isError: false, text: 'acme/nobody' })
    expect(await client.callTool('pay', { invoice: 7 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('cents is required'),
    })
    await expect(client.callTool('none')).rejects.toMatchObject({ code: -32602 })
  })

  it('answers questions as the person at the client', async () => {
    const { harness } = harnessOf()
    const asked: string[] = []
    const client = await harness.mcpClient({
      answer: (question) => {
        asked.push(question)
        return { value: 'red' }
      },
    })
    expect(await client.callTool('paint')).toMatchObject({ isError: false, text: 'red' })
    expect(asked).toEqual(['Which colour?'])
  })
})
