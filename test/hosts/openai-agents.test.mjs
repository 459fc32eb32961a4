import {
  Agent,
  RunContext,
  RunState,
  Runner,
  setTracingDisabled,
  tool,
  Usage,
} from '@openai/agents'
import { describe, expect, it } from 'vitest'

import { openAiAgentsTools } from '../../src/adapters/openai-agents/index.ts'
import { bank, watchedBank } from '../adapters/bank.ts'

setTracingDisabled(true)

/** A model that makes these calls, and then says that it is done. */
function scripted(...calls) {
  const requests = []
  const toCall = ({ id, name, args }) => ({
    ...{ type: 'function_call', id: `fc_${id}`, callId: id, name, status: 'completed' },
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
  })
  const done = {
    ...{ type: 'message', role: 'assistant', status: 'completed' },
    content: [{ type: 'output_text', text: 'done' }],
  }
  const getResponse = async (request) => {
    requests.push(structuredClone({ input: request.input, tools: request.tools }))
    const output = requests.length === 1 && calls.length > 0 ? calls.map(toCall) : [done]
    return { usage: new Usage(), output }
  }
  return { model: { getResponse }, requests }
}

const pay = { id: 'c1', name: 'bank__pay', args: { cents: 5, note: null } }
const runner = new Runner({ tracingDisabled: true })
const outputs = ({ input }) =>
  input.flatMap(({ type, callId, output }) =>
    type === 'function_call_result' ? [[callId, output.text ?? output]] : [],
  )

describe('openAiAgentsTools', () => {
  it('offers strict tools and answers a turn of several calls [SCH-09]', async () => {
    const { registry, deeds } = bank()
    const { model, requests } = scripted(pay, { id: 'c2', name: 'bank__balance', args: {} })
    const agent = new Agent({
      name: 'Teller',
      model,
      tools: openAiAgentsTools(registry, { tool }).tools,
    })
    expect((await runner.run(agent, 'Pay.')).finalOutput).toBe('done')
    expect(requests[0].tools.find(({ name }) => name === 'bank__pay')).toMatchObject({
      ...{ type: 'function', strict: true },
      parameters: { required: ['cents', 'note'], additionalProperties: false },
    })
    expect(outputs(requests[1])).toEqual([
      ['c1', '{"paid":5}'],
      ['c2', 'EUR 5'],
    ])
    expect(deeds.toSorted()).toEqual(['paid 5', 'read'])
  })

  it('gives failures in their modelText [G-021]', async () => {
    const { registry } = bank()
    const calls = [
      { ...pay, args: { cents: 0, note: null } },
      { id: 'c2', name: 'bank__leak', args: {} },
    ]
    const { model, requests } = scripted(...calls)
    await runner.run(
      new Agent({ name: 'Teller', model, tools: openAiAgentsTools(registry, { tool }).tools }),
      'Pay.',
    )
    const [[, invalid], [, failed]] = outputs(requests[1])
    expect(invalid).toContain('The arguments were refused.')
    expect(failed).toContain('The tool failed unexpectedly.')
    expect(failed).not.toContain('postgres')
  })

  it('lets the SDK answer arguments that are no JSON, and asks nobody about them', async () => {
    const { registry, deeds } = bank()
    const { model, requests } = scripted({ ...pay, args: '{"cents":' })
    const { tools } = openAiAgentsTools(registry, { tool })
    await runner.run(new Agent({ name: 'Teller', model, tools }), 'Pay.')
    expect(outputs(requests[1])[0][1]).toContain('valid JSON')
    expect(deeds).toEqual([])
  })

  describe('with approvals', () => {
    const context = ({ runContext }) => ({
      runId: runContext.context.chat,
      principal: { id: 'ada', kind: 'person' },
    })

    async function interrupted({ registry, journal }, ...calls) {
      const { tools, recordDenials } = openAiAgentsTools(
        registry,
        { tool },
        { context, approvals: journal },
      )
      const { model, requests } = scripted(...calls)
      const agent = new Agent({ name: 'Teller', model, tools })
      const result = await runner.run(agent, 'Pay.', { context: { chat: 'run-1' } })
      return { agent, result, requests, recordDenials }
    }

    it('interrupts a run, and runs what was approved of, once', async () => {
      const watched = watchedBank()
      const { agent, result, requests } = await interrupted(watched, pay)
      expect([result.interruptions.length, watched.deeds]).toEqual([1, []])
      result.state.approve(result.interruptions[0])
      await runner.run(agent, result.state)
      expect([outputs(requests[1]), watched.deeds]).toEqual([[['c1', '{"paid":5}']], ['paid 5']])
      expect((await watched.journal.list())[0]).toMatchObject({ approval: { decidedBy: 'ada' } })
    })

    it('goes on from a state that was kept as text [G-079]', async () => {
      const watched = watchedBank()
      const { agent, result } = await interrupted(watched, pay)
      const state = await RunState.fromString(agent, result.state.toString())
      state.approve(state.getInterruptions()[0])
      await runner.run(agent, state)
      expect(watched.deeds).toEqual(['paid 5'])
    })

    it('tells two calls of one turn apart, and records a denial [G-053, G-060, G-076]', async () => {
      const watched = watchedBank()
      const other = { ...pay, id: 'c2', args: { cents: 7 } }
      const { agent, result, requests, recordDenials } = await interrupted(watched, pay, other)
      const [first, second] = result.interruptions
      result.state.reject(first)
      await recordDenials([first], new RunContext({ chat: 'run-1' }))
      result.state.approve(second)
      await runner.run(agent, result.state)
      expect(watched.deeds).toEqual(['paid 7'])
      expect(
        outputs(requests[1])
          .map(([id]) => id)
          .toSorted(),
      ).toEqual(['c1', 'c2'])
      expect(await watched.journal.pending({ tenantId: 'default' })).toEqual([])
    })

    it('does not take a yes to all calls of a tool for a yes to one that nobody saw', async () => {
      const watched = watchedBank()
      const { agent, result } = await interrupted(watched, pay)
      result.state.approve(result.interruptions[0], { alwaysApprove: true })
      agent.model = scripted({ ...pay, id: 'c9', args: { cents: 9000 } }).model
      await runner.run(agent, result.state)
      expect(watched.deeds).toEqual(['paid 5'])
    })
  })
})
