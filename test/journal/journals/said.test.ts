import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../../src/errors/definition-error.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { bank, idOf } from '../approval/bank.js'

const secret = 'a value nobody may read'
const question = { suspensionId: 's', tenantId: 'default' }
const word = { by: 'olga', reason: 'seen' }

/** A verb as JavaScript may call it. */
const say = (journal: Journal, verb: keyof Journal, ...said: readonly unknown[]) =>
  Promise.resolve(Reflect.apply(Reflect.get(journal, verb) as () => unknown, journal, said))

async function problemsOf(call: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof DefinitionError)) throw new Error('no problem', { cause: error })
  expect(error.message).not.toContain(secret)
  return error.problems.map(({ subject, message }) => `${subject}: ${message}`)
}

describe('a decision of nobody', () => {
  const nobodies = [undefined, null, '', '  ', 42, {}, [secret]]
  const decided = nobodies.flatMap((by) => [
    ['approve', { ...question, by }] as const,
    ['deny', { ...question, by }] as const,
    ['complete', { ...question, result: { status: 'output' }, performedBy: by }] as const,
  ])

  it.each(decided)('[EFF-08] is refused where it is said to %s %j', async (verb, said) => {
    const problems = await problemsOf(say(memoryJournal(), verb, said))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^journal\\.${verb}: .*"(by|performedBy)"`))
  })

  it('[EFF-08] runs nothing', async () => {
    const { registry, paid, journal } = bank({ approver: parkForApproval })
    const suspensionId = idOf(await registry.dispatch('bank/pay', { id: 'a' }))
    await problemsOf(say(journal, 'approve', { suspensionId, tenantId: 'default', by: ' ' }))
    await expect(registry.resume(suspensionId)).rejects.toMatchObject({ code: 'INVALID_ANSWER' })
    expect(paid).toEqual([])
  })
})

describe('a verb of a journal that is told nonsense', () => {
  it.each([
    ['approve', [null]],
    ['deny', [{ ...question, by: 'ann', reason: 7 }]],
    ['withdraw', [{ ...question, reason: 'r', isYesToo: 'yes' }]],
    ['answer', [{ ...question }]],
    ['resolve', ['r-1', { ...word, attempt: 1.5, result: { status: 'output' } }]],
    ['free', ['r-1', { by: 'olga', isForced: true }]],
    ['free', ['r-1', undefined]],
    ['prune', [{}]],
    ['prune', [{ olderThanMs: -1 }]],
    ['prune', [{ olderThanMs: Number.NaN }]],
  ] as const)('says what is wrong: %s of %j', async (verb, said) => {
    const problems = await problemsOf(say(memoryJournal(), verb, ...said))
    expect(problems.every((problem) => problem.startsWith(`journal.${verb}: `))).toBe(true)
    expect(problems).toHaveLength(1)
  })

  it('names everything that is missing', async () => {
    expect(await problemsOf(say(memoryJournal(), 'approve', {}))).toEqual([
      'journal.approve: "suspensionId" is missing.',
      'journal.approve: "tenantId" is missing.',
      'journal.approve: "by" is missing.',
    ])
  })
})
