import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import { BankFolder } from './bank-folder.js'

const bank = new BankFolder()
const ann = ['--by', 'ann', '--yes']

describe('tallystick journal approve', () => {
  it('records the yes, and says that nothing has run and what runs it', async () => {
    const { id, question } = await bank.call('pay', 'INV-1')
    const asked = question?.suspensionId ?? ''
    const { exitCode, stdout } = await bank.run(['approve', asked, ...ann])
    expect(stdout.split('\n')).toEqual([
      `bank/pay, record ${id}: approved by ann, now answered.`,
      'This only records it; nothing has run. What runs it:',
      `  registry.resume("${asked}")`,
      '  registry.resumeAnswered(), in a process that has the tool',
      '  the next call with the same key',
      '  the dispatch that still waits for its own approver, once that has decided',
    ])
    expect(exitCode).toBe(0)
    expect(await bank.find(id)).toMatchObject({ state: 'answered', approval: { decidedBy: 'ann' } })
    expect(await bank.resume(asked)).toMatchObject({ value: { id: 'P-INV-1' } })
  })

  it.each([
    ['denied', 'deny', 'pay', []],
    ['answered', 'answer', 'move', ['--input', '{"account":"A-2"}']],
  ] as const)(
    'and its siblings print what they recorded as JSON: %s',
    async (recorded, verb, tool, more) => {
      const { id, question } = await bank.call(tool, 'INV-1')
      const { stdout } = await bank.run([
        verb,
        question?.suspensionId ?? '',
        ...more,
        '--json',
        ...ann,
      ])
      expect(JSON.parse(stdout)).toMatchObject({ recorded, by: 'ann', record: { id } })
    },
  )

  it('prints what it recorded as JSON', async () => {
    const { id, question } = await bank.call('pay', 'INV-1', { tenantId: 'acme' })
    const asked = question?.suspensionId ?? ''
    const args = ['approve', asked, '--tenant', 'acme', '--json', ...ann]
    const { stdout, stderr } = await bank.run(args)
    const { runs, ...said } = JSON.parse(stdout) as { runs: string[] }
    expect(stderr).toBe('')
    expect(said).toMatchObject({
      recorded: 'approved',
      by: 'ann',
      record: { id, state: 'answered' },
    })
    expect(runs[0]).toBe(`registry.resume("${asked}", undefined, { tenantId: "acme" })`)
  })

  it('shows the call whole and asks, and records nothing without a yes', async () => {
    const id = await bank.ask('pay', 'INV\u202e1')
    const args = ['approve', id, '--by', 'ann']
    const { exitCode, stderr, questions } = await bank.run(args, { isInteractive: true })
    expect(questions).toEqual([
      'With a yes it runs as soon as something takes it up. Approve as ann?',
    ])
    expect(stderr).toContain(
      String.raw`  "invoice": "INV\u202e1",` + '\n  "cents": 1250\n}\nsha256 of',
    )
    expect(stderr).toContain('error: Nobody said yes: nothing was recorded.')
    expect(exitCode).toBe(1)
    expect(await bank.journal().list({ states: ['parked'] })).toHaveLength(1)
  })

  it.each([
    ['where nobody can be asked', []],
    ['with --yes', ['--yes']],
  ])('shows the call whole %s', async (_where, yes) => {
    const id = await bank.ask('pay', 'INV-1')
    const { stderr } = await bank.run(['approve', id, '--by', 'ann', ...yes])
    expect(stderr).toMatch(/^bank\/pay: .*\ntenant default, /)
    expect(stderr).toContain('{\n  "invoice": "INV-1",\n  "cents": 1250\n}\nsha256 of')
  })

  it('records it when the person says yes', async () => {
    const id = await bank.ask('pay', 'INV-1')
    const asking = { isInteractive: true, answer: true }
    const { exitCode } = await bank.run(['approve', id, '--by', ' ann '], asking)
    expect(exitCode).toBe(0)
    expect(await bank.journal().list({ states: ['answered'] })).toMatchObject([
      { approval: { decidedBy: 'ann' } },
    ])
  })

  it('tells the person what the app says of the tool', async () => {
    const id = await bank.ask('pay', 'INV-1')
    const { stderr } = await bank.runApp(['approve', id, '--by', 'ann'], { isInteractive: true })
    expect(stderr).toContain('bank/pay: Pays an invoice.')
  })
})

describe('tallystick journal deny', () => {
  it('records the no and its reason, and says that nothing runs', async () => {
    const { id, question } = await bank.call('pay', 'INV-1')
    const args = ['deny', question?.suspensionId ?? '', '--reason', 'too much', ...ann]
    const { stdout } = await bank.run(args)
    expect(stdout.split('\n')).toEqual([
      `bank/pay, record ${id}: denied by ann, now closed.`,
      'This only records it; nothing has run. Nothing runs it: a dispatch that waits for it is told APPROVAL_DENIED, and so is the same call again within its run.',
    ])
    const closed = { state: 'closed', closedFor: 'denied', by: 'ann', byReason: 'too much' }
    expect(await bank.find(id)).toMatchObject(closed)
  })

  it('holds for a tool that has changed since it asked, too', async () => {
    const id = await bank.ask('pay', 'INV-1')
    vi.stubEnv('BANK_DESCRIPTION', 'In euros.')
    expect(await bank.runApp(['deny', id, ...ann])).toMatchObject({ exitCode: 0 })
  })
})

describe('tallystick journal answer', () => {
  it('records the answer, and says what runs it', async () => {
    const { id, question } = await bank.call('move', 'INV-1')
    const asked = question?.suspensionId ?? ''
    const { stdout } = await bank.run(['answer', asked, '--input', '{"account":"A-2"}', ...ann])
    expect(stdout.split('\n')).toEqual([
      `bank/move, record ${id}: answered by ann, now answered.`,
      'This only records it; nothing has run. What runs it:',
      `  registry.resume("${asked}")`,
      '  registry.resumeAnswered(), in a process that has the tool',
      '  the next call with the same key',
    ])
    expect(await bank.resume(asked)).toMatchObject({ value: { moved: { account: 'A-2' } } })
  })

  it('takes the answer from a file and from standard input', async () => {
    writeFileSync(join(bank.path, 'answer.json'), '{"account":"A-2"}')
    const [first, second] = [await bank.ask('move', 'INV-1'), await bank.ask('move', 'INV-2')]
    await bank.run(['answer', first, '--input', '@answer.json', ...ann], { cwd: bank.path })
    await bank.run(['answer', second, '--input', '-', ...ann], { input: '{"account":"A-2"}' })
    const answer = { value: { account: 'A-2' }, by: 'ann' }
    expect(await bank.journal().list()).toMatchObject([{ answer }, { answer }])
  })

  it('asks nobody on a standard input that was read to its end', async () => {
    const id = await bank.ask('move', 'INV-1')
    const args = ['answer', id, '--input', '-', '--by', 'ann']
    const options = { isInteractive: true, answer: true, input: '{"account":"A-2"}' }
    const { exitCode, stderr, questions } = await bank.run(args, options)
    expect([exitCode, questions]).toEqual([2, []])
    expect(stderr).toContain('Nobody can be asked here; pass --yes to answer.')
  })

  it('shows the person the answer that is recorded', async () => {
    const id = await bank.ask('move', 'INV-1')
    const args = ['answer', id, '--input', '{"account":"A\u202e2"}', '--by', 'ann']
    const { stderr } = await bank.run(args, { isInteractive: true })
    expect(stderr).toContain('why you are asked: Which account?')
    expect(stderr).toContain('the answer:\n{\n  "account": "A' + String.raw`\u202e2"`)
  })

  it('refuses what does not fit the schema of the question, with every issue', async () => {
    const id = await bank.ask('move', 'INV-1')
    const args = ['answer', id, '--input', '{"account":7}', ...ann]
    const { exitCode, stderr } = await bank.run(args)
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      /^error: bank\/move: the answer does not fit the schema of its question\. Nothing was recorded\.\n {2}- account must be a string\./,
    )
    const { stdout } = await bank.run([...args, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      error: { why: 'wrong-schema', issues: [{ path: 'account', code: 'type' }] },
    })
    expect(await bank.journal().list()).toMatchObject([{ state: 'parked' }])
  })

  it.each([
    [[], /required option '--input <json>' not specified/],
    [['--input', '{'], /--input: it is not JSON\. Pass one JSON value/],
    [['--input', '@none.json'], /--input: the file .* cannot be read/],
  ])('refuses %j as wrong use', async (input, words) => {
    const { exitCode, stderr } = await bank.run(['answer', 'x', ...input, ...ann])
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(words)
  })
})

describe.each(['approve', 'deny', 'answer'])('what `tallystick journal %s` refuses', (verb) => {
  const input = verb === 'answer' ? ['--input', '{"account":"A-2"}'] : []
  const [tool, other] = verb === 'answer' ? ['move', 'pay'] : ['pay', 'move']
  const said = [...input, ...ann]

  it('that nobody is named, for the user of the machine is nobody the host knows', async () => {
    const id = await bank.ask(tool, 'INV-1')
    for (const by of [[], ['--by', ' ']]) {
      const { exitCode, stderr } = await bank.run([verb, id, ...input, '--yes', ...by])
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(
        /^error: --by: it is missing\. .*The user of this machine is not taken/,
      )
    }
    expect(await bank.journal().list()).toMatchObject([{ state: 'parked' }])
  })

  it('that nobody can be asked', async () => {
    const id = await bank.ask(tool, 'INV-1')
    const { exitCode, stderr } = await bank.run([verb, id, ...input, '--by', 'ann'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`Nobody can be asked here; pass --yes to ${verb}.`)
    expect(await bank.journal().list()).toMatchObject([{ state: 'parked' }])
  })

  it('a question that is not open any more', async () => {
    const id = await bank.ask(tool, 'INV-1')
    await bank.run([verb, id, ...said])
    const asking = { isInteractive: true }
    const again = await bank.run([verb, id, ...input, '--by', 'ann'], asking)
    expect(again.exitCode).toBe(1)
    expect(again.stderr).toMatch(
      /^error: "bank\/\w+", record \w+: its question is not open any more: it (was answered by "ann" and has not gone on yet|is closed \(denied\), by "ann")\. Nothing was recorded\.$/,
    )
    expect(again.questions).toEqual([])
  })

  it('a question of another kind', async () => {
    const id = await bank.ask(other, 'INV-1')
    const { exitCode, stderr } = await bank.run([verb, id, ...said])
    expect(exitCode).toBe(1)
    expect(stderr).toContain(
      verb === 'answer'
        ? 'it asks no answer but an approval. Use `tallystick journal approve` or `deny`.'
        : 'it asks no approval but an answer. Use `tallystick journal answer`.',
    )
  })

  it('a question that waits for word from outside', async () => {
    const { call } = await bank.call('note', 'INV-1')
    const question = { kind: 'external', reason: 'Paid by hand.', inputSchema: {} } as const
    const parked = await bank.journal().park(call, question)
    const { stderr } = await bank.run([verb, parked.question?.suspensionId ?? '', ...said])
    expect(stderr).toContain('it waits for word from outside, which `registry.complete` takes.')
  })

  it('an id that is none, with the nearest ones of the tenant', async () => {
    const id = await bank.ask(tool, 'INV-1')
    const near = await bank.run([verb, id.slice(0, -1), ...said])
    expect(near.stderr).toContain(`tenant "default" has no such question. Did you mean "${id}"?`)
    const elsewhere = await bank.run([verb, id, '--tenant', 'acme', ...said])
    expect(elsewhere.stderr).toContain('tenant "acme" has no such question. See')
    expect([near.exitCode, elsewhere.exitCode]).toEqual([1, 1])
  })

  it('the id of a record, with that of its question', async () => {
    const { id, question } = await bank.call(tool, 'INV-1')
    const { stderr } = await bank.run([verb, id, ...said])
    expect(stderr).toContain(`a record, whose question is "${question?.suspensionId ?? ''}".`)
    const { id: noted } = await bank.call('note', 'INV-1')
    expect((await bank.run([verb, noted, ...said])).stderr).toContain('a record that asks nothing.')
  })

  it('what was asked of another process meanwhile', async () => {
    const id = await bank.ask(tool, 'INV-1')
    const meanwhile = { suspensionId: id, tenantId: 'default', by: 'bob' }
    const confirm = async (): Promise<boolean> => {
      if (verb === 'answer') await bank.journal().answer({ ...meanwhile, value: null })
      else await bank.journal().deny(meanwhile)
      return true
    }
    const args = [verb, id, ...input, '--by', 'ann']
    const { exitCode, stderr } = await bank.run(args, { isInteractive: true, answer: confirm })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('its question is not open any more')
    expect(stderr).toContain('"bob"')
  })
})

describe.each(['approve', 'answer'])(
  'what `tallystick journal %s` refuses with the app at hand',
  (verb) => {
    const input = verb === 'answer' ? ['--input', '{"account":"A-2"}'] : []
    const tool = verb === 'answer' ? 'move' : 'pay'

    it('a question of a tool that has changed since', async () => {
      const id = await bank.ask(tool, 'INV-1')
      vi.stubEnv('BANK_DESCRIPTION', 'In euros.')
      const { exitCode, stderr } = await bank.runApp([verb, id, ...input, ...ann])
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(/the tool has changed since it asked.* then call anew\. Nothing was/)
      expect(await bank.journal().list()).toMatchObject([{ state: 'parked' }])
    })
  },
)

describe('four eyes', () => {
  const principal = { id: 'bot', kind: 'agent', onBehalfOf: 'ann' } as const

  it.each(['bot', 'ann'])('refuse a yes of who proposes or who they act for: %s', async (by) => {
    const id = await bank.ask('pay', 'INV-1', { principal })
    await bank.demandFourEyes(id)
    const { exitCode, stderr } = await bank.run(['approve', id, '--by', ` ${by}`, '--yes'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('it asks for four eyes, and was proposed by "bot" for "ann". Let some')
    expect(await bank.journal().list()).toMatchObject([{ state: 'parked' }])
  })

  it('take the yes of somebody else', async () => {
    const id = await bank.ask('pay', 'INV-1', { principal })
    await bank.demandFourEyes(id)
    expect(await bank.run(['approve', id, '--by', 'bob', '--yes'])).toMatchObject({ exitCode: 0 })
  })

  it('refuse every yes where nobody knows who proposed', async () => {
    const id = await bank.ask('pay', 'INV-1')
    await bank.demandFourEyes(id)
    const { stderr } = await bank.run(['approve', id, '--by', 'bob', '--yes'])
    expect(stderr).toContain('it asks for four eyes, and nobody knows who proposed it.')
  })
})
