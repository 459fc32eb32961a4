import { quoteName } from '../../errors/quoted-name.js'
import { findJournal } from '../../journal/idempotency/call-records.js'
import type { QuestionKind } from '../../journal/record/journal-record.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { defaultTenant } from './journal-command.js'
import { shownJson } from './shown.js'

/** Where the journal of a call is looked into. */
export interface NotedCall {
  readonly registry: ToolRegistry
  readonly tenantId: string
}

/**
 * What is to be said of an outcome besides its output: how a call that waits goes on, and that nothing ran for an output
 * of the journal. Undefined where there is nothing to say.
 */
export async function findOutcomeNote(
  outcome: ToolOutcome,
  { registry, tenantId }: NotedCall,
): Promise<string | undefined> {
  if (outcome.status === 'output') return toReplayNote(outcome.deduplicatedFrom)
  const { id } = outcome.suspension
  const { callRecords } = registry
  if (id === undefined || callRecords === undefined) return undefined
  if (findJournal(callRecords)?.name === 'memory') return inMemory
  const found = await callRecords.findSuspended(id, tenantId)
  const tenant = tenantId === defaultTenant ? '' : ` --tenant ${shownJson(tenantId)}`
  return found && waysToGoOn[found.kind](`${id}${tenant}`)
}

function toReplayNote(callId: string | undefined): string | undefined {
  if (callId === undefined) return undefined
  return `note: this is from the journal, where call ${quoteName(callId)} left it; nothing ran now.`
}

const inMemory =
  'note: it waits in a journal in memory, which ends with this process. Register a journal that is kept in a file.'

const waysToGoOn: Readonly<Record<QuestionKind, (id: string) => string>> = {
  approval: (id) =>
    `note: it waits for a person: \`tallystick journal approve ${id} --by <name>\`, or \`deny\`.`,
  answer: (id) =>
    `note: it waits for an answer: \`tallystick journal answer ${id} --input <json> --by <name>\`.`,
  external: () =>
    'note: it is carried out elsewhere. Whoever does it reports that by `registry.complete`.',
}
