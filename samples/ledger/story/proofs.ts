import type { Account } from '../books/account.js'
import { printerPassword } from '../app.js'
import { accountChanges, totalCents } from './account-changes.js'
import { goodTransfer } from './script.js'
import type { PlayedStep } from './step.js'

/** Something the demonstration claims, and whether it held. */
export interface Proof {
  readonly claim: string
  readonly holds: boolean
}

/** What must be true after the conversation. */
export function proveStory(
  before: readonly Account[],
  played: readonly PlayedStep[],
): readonly Proof[] {
  const after = played.at(-1)?.accounts ?? []
  const texts = played.map(({ answer }) => JSON.stringify(answer))
  return [
    {
      claim: 'Every call ended as it should.',
      holds: played.every(({ answer, expected }) => answer.status === expected),
    },
    {
      claim: 'Refused and failed calls changed nothing: only the transfer moved money.',
      holds: isGoodTransfer(before, after),
    },
    { claim: 'The sum of all balances is still zero.', holds: totalCents(after) === 0 },
    {
      claim: 'The password in the unforeseen error reached the operator, and no model.',
      holds:
        !texts.some((text) => text.includes(printerPassword)) &&
        operatorTexts(played).some((text) => text.includes(printerPassword)),
    },
  ]
}

function isGoodTransfer(before: readonly Account[], after: readonly Account[]): boolean {
  const changes = new Map(
    accountChanges(before, after).map(({ code, changeCents }) => [code, changeCents]),
  )
  const { from, to, amountCents } = goodTransfer
  return changes.size === 2 && changes.get(from) === -amountCents && changes.get(to) === amountCents
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
