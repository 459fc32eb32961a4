import type { JournalRecord } from '../../journal/record/journal-record.js'
import { defaultTenant } from './journal-command.js'
import { shownJson } from './shown.js'

/** What follows from what a person said of a call. */
export interface Following {
  /** A sentence that the ways stand under, or that says why there are none. */
  readonly says: string
  /** The ways in which its body runs; each is enough. */
  readonly runs: readonly string[]
}

/** What runs the call of a record, and what the same call is told. */
export function whatFollows(record: JournalRecord): Following {
  const { state, keyDigest, closedFor } = record
  if (state === 'answered') return { says: 'What runs it:', runs: waysToGoOn(record) }
  if (state === 'settled') return { says: toldFromNowOn(record), runs: [] }
  if (closedFor === 'denied') return { says: deniedFromNowOn, runs: [] }
  return keyDigest === undefined
    ? { says: 'Nothing runs it again: it has no key that another call could meet it by.', runs: [] }
    : { says: 'Its key is free. What runs it:', runs: ['the next call with the same key'] }
}

const deniedFromNowOn =
  'Nothing runs it: a dispatch that waits for it is told APPROVAL_DENIED, and so is the same call again within its run.'

function waysToGoOn(record: JournalRecord): readonly string[] {
  const { question, keyDigest, phase } = record
  const waits = 'the dispatch that still waits for its own approver, once that has decided'
  return [
    ...(question === undefined ? [] : [resumeOf(record, question.suspensionId)]),
    'registry.resumeAnswered(), in a process that has the tool',
    ...(keyDigest === undefined ? [] : ['the next call with the same key']),
    ...(phase === 0 ? [waits] : []),
  ]
}

function resumeOf({ call: { tenantId } }: JournalRecord, suspensionId: string): string {
  const tenant = `undefined, { tenantId: ${shownJson(tenantId)} }`
  const context = tenantId === defaultTenant ? '' : `, ${tenant}`
  return `registry.resume(${shownJson(suspensionId)}${context})`
}

function toldFromNowOn({ keyDigest }: JournalRecord): string {
  return keyDigest === undefined
    ? 'Nothing runs it again: what you said is kept as evidence.'
    : 'Nothing runs it again: the next call with the same key is told what you said.'
}
