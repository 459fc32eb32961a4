import { setTimeout as sleep } from 'node:timers/promises'
import { PassThrough } from 'node:stream'

import { describe, expect, it, vi } from 'vitest'

import type { ApprovalDecision, ApprovalProposal } from '../../../src/journal/approval/approver.js'
import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import {
  terminalApprover,
  type TerminalApproverOptions,
} from '../../../src/journal/approval/terminal-approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'

const proposal: ApprovalProposal = {
  ...{ suspensionId: 's-1', tool: 'bank/pay', description: 'Pays.', reason: 'its grant asks' },
  arguments: { to: 'A\u202e2', cents: 1250 },
  ...{ argumentsDigest: 'd1'.repeat(32), fourEyes: false, tenantId: 'default', callId: 'c-1' },
  principal: { id: 'bot', kind: 'agent', onBehalfOf: 'ann' },
}

/** A terminal in memory. */
class Desk {
  readonly input = Object.assign(new PassThrough(), { isTTY: true })
  readonly output = Object.assign(new PassThrough(), { isTTY: true })
  #shown = ''

  constructor() {
    this.output.on('data', (chunk: Buffer) => (this.#shown += chunk.toString()))
  }

  get shown(): string {
    return this.#shown
  }

  /** Waits until it shows this text so often, then types. */
  async type(text: string, { after = 'Approve as', times = 1 } = {}): Promise<void> {
    await vi.waitFor(() => {
      expect(this.shown.split(after).length - 1).toBeGreaterThanOrEqual(times)
    })
    this.input.write(text)
  }

  ask(
    changes: Partial<ApprovalProposal> = {},
    { decidedBy = 'carl', signal = new AbortController().signal } = {},
  ): Promise<ApprovalDecision> {
    const approver = terminalApprover({ decidedBy, input: this.input, output: this.output })
    return Promise.resolve(approver({ ...proposal, ...changes }, signal))
  }
}

describe('terminalApprover', () => {
  it('shows the proposal whole, escaped, and with its digest before it asks', async () => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type('y\n')
    await asked
    expect(desk.shown).toContain('bank/pay: Pays.\ntenant default, agent bot for ann\n')
    expect(desk.shown).toContain(
      String.raw`  "to": "A\u202e2",` + '\n  "cents": 1250\n}\nsha256 of',
    )
    expect(desk.shown.indexOf('d1d1')).toBeLessThan(desk.shown.indexOf('Approve as carl?'))
  })

  it.each([
    ['y', { decision: 'approve', decidedBy: 'carl' }],
    [' YES ', { decision: 'approve', decidedBy: 'carl' }],
    ['n', { decision: 'deny', decidedBy: 'carl' }],
    ['No', { decision: 'deny', decidedBy: 'carl' }],
  ])('takes %j for an answer', async (typed, decision) => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type(`${typed}\n`)
    expect(await asked).toEqual(decision)
  })

  it.each(['', 'yy', 'ok', 'constructor'])('asks again after %j', async (typed) => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type(`${typed}\n`)
    await desk.type('n\n', { times: 2 })
    expect(desk.shown).toContain('Type y(es), n(o) or e(dit).')
    expect(await asked).toMatchObject({ decision: 'deny' })
  })

  it('takes other arguments as one line of JSON', async () => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type('e\n')
    await desk.type('{"to":"A-3","cents":1}\n', { after: 'as JSON on one line' })
    expect(await asked).toEqual({
      ...{ decision: 'edit', decidedBy: 'carl', arguments: { to: 'A-3', cents: 1 } },
    })
  })

  it.each(['{', '[]', 'null', '7', ''])('takes no arguments that are %j', async (typed) => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type('edit\n')
    await desk.type(`${typed}\n`, { after: 'as JSON on one line' })
    await desk.type('y\n', { times: 2 })
    expect(desk.shown).toContain('That is no JSON object; nothing was decided.')
    expect(await asked).toMatchObject({ decision: 'approve' })
  })

  it('takes no edit under four eyes, where who edits would propose', async () => {
    const desk = new Desk()
    const asked = desk.ask({ fourEyes: true })
    await desk.type('e\n')
    await desk.type('y\n', { times: 2 })
    expect(desk.shown).not.toContain('e(dit)')
    expect(await asked).toMatchObject({ decision: 'approve' })
  })

  it.each(['bot', 'ann'])('parks what %s proposes and asks four eyes for', async (decidedBy) => {
    const desk = new Desk()
    expect(await desk.ask({ fourEyes: true }, { decidedBy })).toEqual({ decision: 'park' })
    expect(desk.shown).toContain(`${decidedBy} may not decide: it is made for them.`)
    expect(desk.shown).not.toContain('Approve as')
  })
})

describe('terminalApprover where nobody answers', () => {
  const park = { decision: 'park' }

  it.each([
    [true, false],
    [false, true],
    [undefined, true],
  ])('parks without a terminal: input %s, output %s', async (input, output) => {
    const desk = new Desk()
    Object.assign(desk.input, { isTTY: input })
    Object.assign(desk.output, { isTTY: output })
    desk.input.write('y\n')
    expect(await desk.ask()).toEqual(park)
    expect(desk.shown).toBe('')
  })

  it('parks when the input ends, and says how it can be decided', async () => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type('')
    desk.input.end()
    expect(await asked).toEqual(park)
    expect(desk.shown).toContain(
      'Nothing was decided; the call waits for `tallystick journal approve s-1`, or `deny`.',
    )
  })

  it('parks when the input ends in the middle of an edit, or has ended before', async () => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type('e\n')
    await vi.waitFor(() => {
      expect(desk.shown).toContain('on one line')
    })
    desk.input.end('{}')
    expect([await asked, await desk.ask()]).toEqual([park, park])
  })

  it('parks on Ctrl+C', async () => {
    const desk = new Desk()
    const asked = desk.ask()
    await desk.type('\u0003')
    expect(await asked).toEqual(park)
  })

  it('parks when nobody waits any more, and leaves the terminal to the next question', async () => {
    const desk = new Desk()
    const leaving = new AbortController()
    const asked = desk.ask({}, { signal: leaving.signal })
    await desk.type('')
    leaving.abort()
    expect(await asked).toEqual(park)
    const next = desk.ask()
    await desk.type('y\n', { times: 2 })
    expect(await next).toMatchObject({ decision: 'approve' })
  })

  it('parks at once what was given up before, or while it waited for its turn', async () => {
    const desk = new Desk()
    expect(await desk.ask({}, { signal: AbortSignal.abort() })).toEqual(park)
    const first = desk.ask()
    const leaving = new AbortController()
    const second = desk.ask({ tool: 'bank/second' }, { signal: leaving.signal })
    leaving.abort()
    expect(await second).toEqual(park)
    await desk.type('n\n')
    expect(await first).toMatchObject({ decision: 'deny' })
    await sleep(150)
    expect(desk.shown).not.toContain('bank/second')
  })
})

describe('terminalApprover asked several things', () => {
  it('asks one after the other, at one terminal also for several approvers', async () => {
    const desk = new Desk()
    const [first, second] = [desk.ask(), desk.ask({ tool: 'bank/second' })]
    await desk.type('')
    await sleep(150)
    expect(desk.shown).not.toContain('bank/second')
    desk.input.write('n\n')
    await desk.type('y\n', { times: 2 })
    expect(await Promise.all([first, second])).toMatchObject([
      { decision: 'deny' },
      { decision: 'approve' },
    ])
  })

  it.each(['y\n', 'y\ny\n', 'y'])('takes nothing that was typed before: %j', async (typed) => {
    const desk = new Desk()
    desk.input.write(typed)
    const asked = desk.ask()
    await desk.type('')
    await sleep(50)
    await desk.type('n\n')
    expect(await asked).toMatchObject({ decision: 'deny' })
  })
})

describe('the options of terminalApprover', () => {
  it.each([
    [{}, /"decidedBy" is missing/],
    [{ decidedBy: ' ' }, /"decidedBy" has a wrong value/],
    [{ decidedBy: 'ann', input: 'stdin' }, /"input" has a wrong value/],
    [{ decidedBy: 'ann', output: {} }, /"output" has a wrong value/],
    [{ decidedBy: 'ann', outputs: null }, /there is no option "outputs"/],
  ])('are refused when they are %j', (options, words) => {
    expect(() => terminalApprover(options as TerminalApproverOptions)).toThrow(words)
  })

  it('are this process when nothing else is said: without a terminal it parks', async () => {
    const approver = terminalApprover({ decidedBy: 'ann' })
    expect(await approver(proposal, new AbortController().signal)).toEqual({ decision: 'park' })
  })
})

describe('terminalApprover in a registry', () => {
  function bank(desk: Desk) {
    const paid: unknown[] = []
    const pay = defineTool<{ id: string }>({
      ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'id' },
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      call: ({ id }) => paid.push(id),
    })
    const { input, output } = desk
    const approver = terminalApprover({ decidedBy: 'carl', input, output })
    const registry = ToolRegistry.empty()
      .register(pay)
      .layer(new IdempotencyLayer(memoryJournal()))
      .layer(new ApprovalLayer(approver))
    return { paid, pay: () => registry.dispatch('bank/pay', { id: 'a' }) }
  }

  it('runs what a person approved or edited, and parks what nobody decided', async () => {
    const desk = new Desk()
    const { paid, pay } = bank(desk)
    const first = pay()
    await desk.type('e\n')
    await desk.type('{"id":"b"}\n', { after: 'as JSON on one line' })
    expect(await first).toMatchObject({ status: 'output' })
    const second = pay()
    await desk.type('', { times: 2 })
    desk.input.end()
    expect(await second).toMatchObject({ status: 'suspended' })
    expect(paid).toEqual(['b'])
  })
})
