import type { JournalRecord, RecordedCall } from '../../../src/journal/record/journal-record.js'

type Changes = Partial<Omit<JournalRecord, 'call'>> & { readonly call?: Partial<RecordedCall> }

/** A running record with this id, and what is given instead. */
export function sampleRecord(id: string, { call, ...changes }: Changes = {}): JournalRecord {
  return {
    id,
    call: { ...sampleCall, ...call },
    state: 'running',
    attempt: 1,
    phase: 0,
    doubt: false,
    late: [],
    changedAtMs: 1000,
    createdAtMs: 1000,
    ...changes,
  }
}

/** A record that a person's denial closed. */
export function deniedRecord(id: string, changes: Changes = {}): JournalRecord {
  return sampleRecord(id, { state: 'closed', closedFor: 'denied', ...changes })
}

/** A parked record that asks under this suspension id. */
export function parkedRecord(id: string, suspensionId: string): JournalRecord {
  const question = {
    suspensionId,
    kind: 'answer',
    reason: 'which account?',
    inputSchema: { type: 'string' },
    fourEyes: false,
  } as const
  return sampleRecord(id, { state: 'parked', question })
}

const sampleCall: RecordedCall = {
  tenantId: 'acme',
  tool: 'ledger/transfer',
  effect: 'write',
  arguments: { from: 'A-1', to: 'A-2' },
  argumentsDigest: 'sha256:arguments',
  contractDigest: 'c1-sha256:contract',
  callId: 'call-1',
}
