import { describe, expect, it } from 'vitest'

import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import { BankFolder } from './bank-folder.js'

const bank = new BankFolder()
const ann = ['--by', 'ann', '--reason', 'the bank says so', '--yes']

/** A call in doubt that may still end by itself for a minute. */
function inDoubt(context = {}): Promise<JournalRecord> {
  return bank.call('wire', 'INV-1', context)
}

describe('tallystick journal resolve', () => {
  it('settles a call in doubt with its output, and says what the same call is told', async () => {
    const { id } = await inDoubt()
    const { exitCode, stdout } = await bank.run(['resolve', id, '--output', '{"id":"W-1"}', ...ann])
    expect(stdout.split('\n')).toEqual([
      `bank/wire, record ${id}: resolved by ann, now settled.`,
      'This only records it; nothing has run. Nothing runs it again: the next call with the same key is told what you said.',
    ])
    expect(exitCode).toBe(0)
    const result = { status: 'output', value: { id: 'W-1' } }
    const said = { state: 'settled', result, by: 'ann', byReason: 'the bank says so' }
    expect(await bank.find(id)).toMatchObject(said)
  })

  it('settles it as a failure that took effect, which the same call is told', async () => {
    const { id } = await inDoubt()
    const { stdout } = await bank.run(['resolve', id, '--failed', 'No money.', '--json', ...ann])
    expect(JSON.parse(stdout)).toMatchObject({ recorded: 'resolved', by: 'ann', runs: [] })
    await expect(bank.dispatch('wire', 'INV-1')).rejects.toMatchObject({
      ...{ code: 'TOOL_FAILED', disposition: 'landed', modelText: 'No money.' },
    })
  })

  it('shows the record and what is said of it before it asks', async () => {
    const { id } = await inDoubt()
    const said = ['--by', 'ann', '--reason', 'paid']
    const args = ['resolve', id, '--output', '{"id":"W-1"}', ...said]
    const { stderr, questions, exitCode } = await bank.run(args, { isInteractive: true })
    expect(stderr).toContain(`record ${id}\n  tool        bank/wire (write)`)
    expect(stderr).toContain('the output:\n{\n  "id": "W-1"\n}')
    expect(questions).toEqual(['It is settled with this for good. Resolve as ann?'])
    expect([exitCode, (await bank.find(id))?.state]).toEqual([1, 'in-doubt'])
    const failed = ['resolve', id, '--failed', 'No\u202emoney.', ...said]
    const asked = await bank.run(failed, { isInteractive: true })
    expect(asked.stderr).toContain(String.raw`a model is told: No\u202emoney.`)
  })

  it('checks the output against the schema of the tool when the app is at hand', async () => {
    const { id } = await inDoubt()
    const args = ['resolve', id, '--output', '{"id":7}', ...ann]
    const { exitCode, stderr } = await bank.runApp(args)
    expect(exitCode).toBe(1)
    expect(stderr).toBe(
      'error: bank/wire: the output does not fit the schema of the tool. Nothing was recorded.\n  - id must be a string.',
    )
    expect((await bank.find(id))?.state).toBe('in-doubt')
    expect(await bank.run(args)).toMatchObject({ exitCode: 0 })
  })

  it.each([
    [[], 'resolve: what came of it is missing. Pass --output or --failed.'],
    [['--failed', ' '], 'resolve: what came of it is missing.'],
    [['--output', '1', '--failed', 'x'], 'cannot be used with option'],
    [['--output', '{'], '--output: it is not JSON. Pass the JSON value that the call came to'],
  ])('refuses %j as wrong use', async (result, words) => {
    const { id } = await inDoubt()
    const { exitCode, stderr } = await bank.run(['resolve', id, ...result, ...ann])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(words)
  })
})

describe('tallystick journal release', () => {
  it('refuses before the quiet time is over, and says until when', async () => {
    const { id, changedAtMs } = await inDoubt()
    const { exitCode, stderr } = await bank.run(['release', id, ...ann])
    const until = new Date(changedAtMs + 60_000).toISOString()
    expect(stderr.split('\n').at(-1)).toBe(
      `error: "bank/wire", record ${id}: what runs it may still end by itself. Wait until ${until}, or pass --force if you know that nothing can happen any more. Nothing was recorded.`,
    )
    expect([exitCode, (await bank.find(id))?.state]).toEqual([1, 'in-doubt'])
    const { stdout } = await bank.run(['release', id, '--json', ...ann])
    expect(JSON.parse(stdout)).toMatchObject({ error: { why: 'too-early', until } })
  })

  it('frees the key with --force, and says what runs the call', async () => {
    const { id } = await inDoubt()
    const { stdout } = await bank.run(['release', id, '--force', ...ann])
    expect(stdout.split('\n')).toEqual([
      `bank/wire, record ${id}: released by ann, now closed.`,
      'This only records it; nothing has run. Its key is free. What runs it:',
      '  the next call with the same key',
    ])
    expect(await bank.find(id)).toMatchObject({
      state: 'closed',
      closedFor: 'released',
      attempt: 2,
    })
  })

  it('needs no --force once the quiet time is over', async () => {
    const { id } = await inDoubt({ deadline: new Date(Date.now() + 30_000) })
    await bank.age(id, 120_000)
    expect(await bank.run(['release', id, ...ann])).toMatchObject({ exitCode: 0 })
  })

  it('lets a call that was answered go on with its answer', async () => {
    const asked = await bank.ask('move', 'INV-1')
    const answer = ['answer', asked, '--input', '{"account":"A-2"}', '--by', 'ann', '--yes']
    await bank.run(answer)
    const id = await bank.loseResume(asked)
    const { stdout } = await bank.run(['release', id, '--force', '--json', ...ann])
    expect(JSON.parse(stdout)).toMatchObject({
      record: { state: 'answered', answer: { value: { account: 'A-2' } } },
      runs: [`registry.resume("${asked}")`, expect.anything(), expect.anything()],
    })
  })

  it('says that a call without a key is never met again', async () => {
    const { id } = await bank.call('note', 'INV-1')
    await bank.putInDoubt(id)
    const { stdout } = await bank.run(['release', id, '--force', ...ann])
    expect(stdout).toContain('Nothing runs it again: it has no key that another call could meet it')
  })

  it('warns that what did happen happens twice, before it asks', async () => {
    const { id } = await inDoubt()
    const args = ['release', id, '--force', '--by', 'ann', '--reason', 'never sent']
    const { questions } = await bank.run(args, { isInteractive: true })
    expect(questions).toEqual([
      'The same call may then run again: if it did happen, it happens twice. Release as ann?',
    ])
  })
})

describe.each([['resolve'], ['release']])('what `tallystick journal %s` refuses', (verb) => {
  const said = verb === 'resolve' ? ['--output', '{"id":"W-1"}'] : ['--force']

  it.each([
    [['--by', 'ann'], '--reason: it is missing. Say how you know'],
    [['--by', 'ann', '--reason', '  '], '--reason: it is missing.'],
    [['--reason', 'paid'], '--by: it is missing. Say who decides'],
  ])('a word that lacks who or why: %j', async (word, words) => {
    const { id } = await inDoubt()
    const { exitCode, stderr } = await bank.run([verb, id, ...said, ...word, '--yes'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain(words)
    expect((await bank.find(id))?.state).toBe('in-doubt')
  })

  it('that nobody can be asked', async () => {
    const { id } = await inDoubt()
    const word = ['--by', 'ann', '--reason', 'paid']
    const { exitCode, stderr } = await bank.run([verb, id, ...said, ...word])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`Nobody can be asked here; pass --yes to ${verb}.`)
  })

  it('what is settled', async () => {
    const { id } = await bank.call('note', 'INV-1')
    const { exitCode, stderr } = await bank.run([verb, id, ...said, ...ann])
    expect(exitCode).toBe(1)
    expect(stderr).toBe(
      `error: "bank/note", record ${id}: it is not in doubt: it is settled, and that never changes. Nothing was recorded.`,
    )
  })

  it.each([
    ['pay', 'it waits for an answer to its question.'],
    ['move', 'it waits for an answer to its question.'],
  ])('what waits: %s', async (tool, words) => {
    const { id } = await bank.call(tool, 'INV-1')
    const { exitCode, stderr } = await bank.run([verb, id, ...said, ...ann])
    expect(exitCode).toBe(1)
    expect(stderr).toContain(words)
  })

  it('what somebody else resolved meanwhile', async () => {
    const { id } = await inDoubt()
    const result = { status: 'output', value: null } as const
    const answer = async (): Promise<boolean> => {
      await bank.journal().resolve(id, { by: 'bob', reason: 'seen', result })
      return true
    }
    const args = [verb, id, ...said, '--by', 'ann', '--reason', 'paid']
    const { exitCode, stderr } = await bank.run(args, { isInteractive: true, answer })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('it is settled, by "bob", and that never changes.')
  })

  it('an id that is none, of another tenant, or of a question', async () => {
    const { id } = await inDoubt()
    const asked = await bank.call('pay', 'INV-2')
    const none = await bank.run([verb, `${id.slice(1)}0`, ...said, ...ann])
    expect(none.stderr).toContain(`has no such record. Did you mean "${id}"?`)
    const elsewhere = await bank.run([verb, id, '--tenant', 'acme', ...said, ...ann])
    expect(elsewhere.stderr).toContain('tenant "acme" has no such record. See')
    const question = await bank.run([verb, asked.question?.suspensionId ?? '', ...said, ...ann])
    expect(question.stderr).toContain(`the id of a question, of record "${asked.id}".`)
    expect([none, elsewhere, question].map(({ exitCode }) => exitCode)).toEqual([1, 1, 1])
  })
})

describe('tallystick journal prune', () => {
  it('takes payloads away and keeps keys, so that the same call is told it was done', async () => {
    const { id } = await inDoubt()
    await bank.run(['resolve', id, '--output', '{"id":"W-1"}', ...ann])
    const { stdout, exitCode } = await bank.run(['prune', '--older-than', '0s', '--yes'])
    expect([stdout, exitCode]).toEqual(['Pruned 1 record.', 0])
    await expect(bank.dispatch('wire', 'INV-1')).rejects.toMatchObject({ code: 'ALREADY_DONE' })
  })

  it('forgets keys when it is told to', async () => {
    const { id } = await inDoubt()
    await bank.run(['resolve', id, '--output', '{"id":"W-1"}', ...ann])
    const args = ['prune', '--older-than', '0s', '--forget-keys', '--json', '--yes']
    const { stdout } = await bank.run(args)
    expect(JSON.parse(stdout)).toEqual({ pruned: 1, olderThan: '0s', forgetKeys: true })
    expect(await bank.find(id)).toBeUndefined()
  })

  it.each([
    ['1s', 1],
    ['1m', 1],
    ['1h', 0],
    ['1d', 0],
  ])('touches only what has been over for %s', async (age, pruned) => {
    const { id } = await bank.call('note', 'INV-1')
    await bank.age(id, 120_000)
    await bank.call('pay', 'INV-2')
    const { stdout } = await bank.run(['prune', '--older-than', age, '--json', '--yes'])
    expect(JSON.parse(stdout)).toMatchObject({ pruned })
  })

  it.each([
    [
      [],
      'What is kept of calls that have been over for 0s is gone for good; the same calls are told ALREADY_DONE. Prune?',
    ],
    [
      ['--forget-keys'],
      'What is kept of calls that have been over for 0s is gone for good, and their keys with it: the same calls may then happen again. Prune?',
    ],
  ])('asks before, and does nothing without a yes: %j', async (options, question) => {
    await bank.call('note', 'INV-1')
    const args = ['prune', '--older-than', '0s', ...options]
    const { questions, exitCode } = await bank.run(args, { isInteractive: true })
    expect([questions, exitCode]).toEqual([[question], 1])
    expect(await bank.run(args)).toMatchObject({ exitCode: 2 })
    expect(await bank.journal().list()).toMatchObject([
      { state: 'settled', result: { value: null } },
    ])
  })

  it.each([
    [[], "required option '--older-than <age>' not specified"],
    [['--older-than', '30'], 'Pass a number and s, m, h or d: 30d.'],
    [['--older-than', '-1d'], 'Pass a number and s, m, h or d: 30d.'],
    [['--older-than', '1.5d'], 'Pass a number and s, m, h or d: 30d.'],
  ])('refuses %j as wrong use', async (options, words) => {
    await bank.call('note', 'INV-1')
    const { exitCode, stderr } = await bank.run(['prune', ...options, '--yes'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(words)
  })
})
