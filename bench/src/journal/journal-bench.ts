import { loadavg } from 'node:os'
import { benchKeptCalls } from './kept-calls.js'
import { benchKeyedCalls } from './keyed-calls.js'

/** How the section begins. */
export const journalHeading = '## Calls that a journal keeps'

/** What it costs to keep calls in a journal, as a Markdown section. */
export async function benchJournal(): Promise<string> {
  const loadBefore = loadavg()[0] ?? Number.NaN
  const parts = [await benchKeyedCalls(), await benchKeptCalls()]
  const loadAfter = loadavg()[0] ?? Number.NaN
  return [
    journalHeading,
    '',
    'A tool with two arguments and a body that does nothing, under an `IdempotencyLayer`. The load average of the machine was',
    `${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after: on two cores, anything above 2 is work of others that the numbers share the machine with.`,
    '',
    parts.join('\n\n'),
  ].join('\n')
}
