import { describe, expect, it } from 'vitest'

import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import { BankFolder } from './bank-folder.js'

const bank = new BankFolder()

describe('tallystick journal list', () => {
  it('shows each record with its state, tool, tenant, attempts, times, key and question [CLI-01]', async () => {
    const parked = await bank.call('pay', 'INV-1', { tenantId: 'acme' })
    const done = await bank.call('note', 'INV-2')
    const { stdout, exitCode } = await bank.run(['list'])
    const [head = '', first = '', second = ''] = stdout.split('\n')
    expect(head).toMatch(/^RECORD +STATE +TOOL +TENANT +ATTEMPTS +SINCE +KEY +EXPIRES +QUESTION$/)
    const [pending, settled] = [first, second].map((row) => row.split(/ {2,}/))
    const since = (ms: number): string => new Date(ms).toISOString()
    expect(pending?.slice(0, 6)).toEqual([
      parked.id,
      'parked',
      'bank/pay',
      'acme',
      '0',
      since(parked.changedAtMs),
    ])
    expect(pending?.slice(6)).toEqual([
      'declared "INV-1"',
      `approval ${parked.question?.suspensionId ?? ''}`,
    ])
    expect(settled).toEqual([
      done.id,
      'settled',
      'bank/note',
      'default',
      '1',
      since(done.changedAtMs),
      'evidence only',
    ])
    expect(exitCode).toBe(0)
  })

  it.each([
    [['--pending'], ['bank/pay', 'bank/move']],
    [['--in-doubt'], ['bank/wire']],
    [['--tenant', 'acme'], ['bank/move']],
    [['--tenant', 'nobody'], []],
    [
      ['--limit', '2'],
      ['bank/pay', 'bank/move'],
    ],
  ])('shows those that %j asks for', async (options, tools) => {
    await bank.call('pay', 'INV-1')
    await bank.call('move', 'INV-2', { tenantId: 'acme' })
    await bank.call('wire', 'INV-3')
    const { stdout } = await bank.run(['list', ...options])
    expect([...stdout.matchAll(/bank\/\w+/g)].map(([tool]) => tool)).toEqual(tools)
    if (tools.length === 0) expect(stdout).toBe('No records.')
  })

  it('says that there are more than it shows', async () => {
    await bank.call('note', 'INV-1')
    await bank.call('note', 'INV-2')
    const { stderr } = await bank.run(['list', '--limit', '1'])
    expect(stderr).toBe('warning: only the 1 oldest are shown; see --limit.')
    expect((await bank.run(['list', '--limit', '2'])).stderr).toBe('')
  })

  it('prints the records as JSON', async () => {
    const record = await bank.call('wire', 'INV-1')
    const { stdout } = await bank.run(['list', '--json'])
    expect(JSON.parse(stdout)).toEqual([JSON.parse(JSON.stringify(record))])
  })

  it('shows a long key by its digest, so that no two look alike', async () => {
    const { keyDigest = '' } = await bank.call('wire', 'INV-'.repeat(20))
    const { stdout } = await bank.run(['list'])
    expect(stdout).toContain(`declared sha256 ${keyDigest}`)
  })

  it('shows when what is open lapses', async () => {
    const journal = bank.journal()
    const { call } = await bank.call('note', 'INV-1')
    const asked = {
      kind: 'answer',
      reason: 'Which?',
      inputSchema: {},
      expiresInMs: 60_000,
    } as const
    const { question } = await journal.park({ ...call, effect: 'read' }, asked)
    const { stdout } = await bank.run(['list', '--pending'])
    expect(stdout).toContain(new Date(question?.expiresAtMs ?? 0).toISOString())
  })

  it('escapes what a terminal would act on', async () => {
    await bank.call('wire', 'INV\u202e1', { tenantId: 'a\u001b[2Jb\nc' })
    const { stdout } = await bank.run(['list'])
    expect(stdout).toContain(String.raw`a\u001b[2Jb\u000ac`)
    expect(stdout).toContain(String.raw`declared "INV\u202e1"`)
  })

  it.each([
    [['--limit', '0'], 'Pass a whole number above 0.'],
    [['--limit', 'all'], 'Pass a whole number above 0.'],
    [['--pending', '--in-doubt'], 'cannot be used with'],
  ])('refuses %j as wrong use', async (options, words) => {
    await bank.call('note', 'INV-1')
    const { exitCode, stderr } = await bank.run(['list', ...options])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(words)
  })
})

describe('tallystick journal show', () => {
  const show = async ({ id }: Pick<JournalRecord, 'id'>): Promise<string> =>
    (await bank.run(['show', id])).stdout

  it('shows the call, its key, its digests and its arguments whole', async () => {
    const principal = { id: 'bot', kind: 'agent', onBehalfOf: 'ann' } as const
    const context = { principal, threadId: 't-1', runId: 'r-1', callId: 'c-1' }
    const record = await bank.call('wire', 'INV-1', context)
    const { argumentsDigest, contractDigest } = record.call
    const text = await show(record)
    for (const fact of [
      `record ${record.id}`,
      '  tool        bank/wire (write)',
      '  tenant      default',
      '  made by     agent bot for ann',
      '  call        c-1, thread t-1, run r-1',
      `  contract    ${contractDigest}`,
      '  attempts    1, of call; one of them may have landed',
      '  key         declared "INV-1"',
      `              sha256 ${record.keyDigest ?? ''}`,
      `  {\n    "invoice": "INV-1",\n    "cents": 1250\n  }\n  sha256 ${argumentsDigest}`,
    ])
      expect(text).toContain(fact)
  })

  it('shows who holds it, with a note that a process id is only a hint', async () => {
    const record = await bank.call('wire', 'INV-1', { deadline: new Date('2099-01-01') })
    const text = await show(record)
    const hint = `process ${process.pid}, a hint only: another may have the number by now`
    expect(text).toContain(`holder      ${record.holder?.holderId ?? ''} (${hint})`)
    expect(text).toContain('              deadline 2099-01-01T00:00:00.000Z')
  })

  it('shows a question, its schema and its answer', async () => {
    const id = await bank.ask('move', 'INV-1')
    await bank.run(['answer', id, '--input', '{"account":"A-2"}', '--by', 'ann', '--yes'])
    const { stdout } = await bank.run(['show', id])
    expect(stdout).toContain(`  question    answer ${id}\n              Which account?\n`)
    expect(stdout).toContain('              schema {"type":"object","properties":{"account"')
    expect(stdout).toMatch(/ {2}answer {6}\{"account":"A-2"\}\n {14}by ann at 2/)
  })

  it('shows who approved, and what came of it', async () => {
    const id = await bank.ask('pay', 'INV-1')
    await bank.run(['approve', id, '--by', 'ann', '--yes'])
    await bank.resume(id)
    const { stdout } = await bank.run(['show', id])
    expect(stdout).toMatch(/ {2}approved {4}by ann at 2/)
    expect(stdout).toContain('  result      output {"id":"P-INV-1"}')
  })

  it('shows what an operator said, and what came late', async () => {
    const record = await bank.call('wire', 'INV-1')
    const word = ['--by', 'ann', '--reason', 'the bank says so', '--yes']
    await bank.run(['resolve', record.id, '--failed', 'No money.', ...word])
    const late = { recordId: record.id, attempt: 7 }
    await bank.journal().settle(late, { status: 'output', value: 1 })
    const text = await show(record)
    expect(text).toContain('result      failed TOOL_FAILED (landed): it took effect and failed: No')
    expect(text).toContain('  said by     ann\n  because     the bank says so')
    expect(text).toMatch(/ {2}late {8}settle of attempt 7 at 2.*, output 1/)
  })

  it('says that what was pruned is not kept', async () => {
    const record = await bank.call('wire', 'INV-1')
    const word = ['--by', 'ann', '--reason', 'paid', '--yes']
    await bank.run(['resolve', record.id, '--output', '{"id":"W-1"}', ...word])
    await bank.run(['prune', '--older-than', '0s', '--yes'])
    expect(await show(record)).toContain('pruned: neither they nor what came of it are kept')
  })

  it('escapes what a terminal would act on', async () => {
    const record = await bank.call('wire', 'INV\u202e1\u001b[8m')
    const text = await show(record)
    expect(text).toContain(String.raw`    "invoice": "INV\u202e1\u001b[8m",`)
    expect(text).not.toMatch(/[\u001b\u202e]/)
  })

  it('prints the record as JSON', async () => {
    const record = await bank.call('wire', 'INV-1')
    const { stdout } = await bank.run(['show', record.id, '--json'])
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(record)))
  })

  it('names the nearest ids of the tenant, and of no other', async () => {
    const { id } = await bank.call('wire', 'INV-1')
    await bank.call('wire', 'INV-1', { tenantId: 'acme' })
    const { exitCode, stderr } = await bank.run(['show', id.slice(0, 6)])
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`tenant "default" has no such record. Did you mean "${id}"?`)
    const other = await bank.run(['show', id, '--tenant', 'acme', '--json'])
    expect(other.exitCode).toBe(1)
    expect(JSON.parse(other.stdout)).toMatchObject({ error: { why: 'unknown' } })
    expect(other.stdout).not.toContain('Did you mean')
  })
})
