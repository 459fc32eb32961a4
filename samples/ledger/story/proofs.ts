import type { JournalRecord } from 'tallystick/journal'
import type { Account } from '../books/account.js'
import { printerPassword } from '../app.js'
import { accountChanges, totalCents } from './account-changes.js'
import { payments } from './script.js'
import type { Answer, PlayedCrash, PlayedStep } from './step.js'

/** Something the demonstration claims, and whether it held. */
export interface Proof {
  readonly claim: string
  readonly holds: boolean
}

/** Everything that happened. */
export interface Story {
  readonly before: readonly Account[]
  readonly played: readonly PlayedStep[]
  readonly crashes: readonly PlayedCrash[]
  readonly after: readonly Account[]
  /** Those of the journal in the end. */
  readonly records: readonly JournalRecord[]
}

/** What must be true in the end. */
export function proveStory(story: Story): readonly Proof[] {
  const { before, played, crashes, after, records } = story
  return [
    { claim: 'Every call ended as it should.', holds: played.every(isAsExpected) },
    {
      claim: 'No money moved before a person had approved of it.',
      holds: isApprovedFirst(before, played),
    },
    {
      claim: 'What a killed worker left was in doubt, was not tried blindly, and was found out.',
      holds: crashes.every(isFoundOut),
    },
    {
      claim: 'Each payment moved its money once, and nothing else moved any.',
      holds: isEachPaidOnce(before, after),
    },
    { claim: 'The sum of all balances is still zero.', holds: totalCents(after) === 0 },
    {
      claim: 'The journal has each payment as settled, and none in doubt or waiting.',
      holds: payments.every((payment) => isSettledOnce(records, payment.reference)),
    },
    {
      claim: 'The password in the unforeseen error reached the operator, and no model.',
      holds: isKeptFromModels(played),
    },
  ]
}

function isAsExpected({ answer, expected, isRepeated }: PlayedStep): boolean {
  return answer.status === expected && isFromJournal(answer) === (isRepeated ?? false)
}

function isFromJournal(answer: Answer): boolean {
  return answer.status === 'output' && answer.deduplicatedFrom !== undefined
}

/** While a call waited the books were as the step before it had left them. */
function isApprovedFirst(before: readonly Account[], played: readonly PlayedStep[]): boolean {
  return played.every(({ approvedBy, question }, index) => {
    if (approvedBy === undefined) return true
    const left = played[index - 1]?.accounts ?? before
    return question !== undefined && accountChanges(left, question.accounts).length === 0
  })
}

/** Nothing moved while it was in doubt, and afterwards exactly what had not moved yet. */
function isFoundOut({ moment, killed, doubted, found }: PlayedCrash): boolean {
  const hadLanded = moment === 'after-booking'
  return (
    doubted.answer.status === 'IN_DOUBT' &&
    accountChanges(killed, doubted.accounts).length === 0 &&
    found.answer.status === 'output' &&
    isFromJournal(found.answer) === hadLanded &&
    accountChanges(doubted.accounts, found.accounts).length === (hadLanded ? 0 : 2)
  )
}

function isEachPaidOnce(before: readonly Account[], after: readonly Account[]): boolean {
  const expected = new Map<string, number>()
  for (const { from, to, amountCents } of payments) {
    expected.set(from, (expected.get(from) ?? 0) - amountCents)
    expected.set(to, (expected.get(to) ?? 0) + amountCents)
  }
  const changes = accountChanges(before, after)
  return (
    changes.length === expected.size &&
    changes.every(({ code, changeCents }) => changeCents === expected.get(code))
  )
}

function isSettledOnce(records: readonly JournalRecord[], reference: string): boolean {
  const [record, ...more] = records.filter(({ call }) => call.arguments['reference'] === reference)
  return record?.state === 'settled' && more.length === 0
}

function isKeptFromModels(played: readonly PlayedStep[]): boolean {
  const told = played.map(({ answer }) => JSON.stringify(answer))
  return (
    !told.some((text) => text.includes(printerPassword)) &&
    operatorTexts(played).some((text) => text.includes(printerPassword))
  )
}

function operatorTexts(played: readonly PlayedStep[]): readonly string[] {
  return played.flatMap(({ event }) =>
    event !== undefined && 'error' in event ? [causeOf(event.error)] : [],
  )
}

/** What stands behind an error, in its own words. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : 'none'
}
