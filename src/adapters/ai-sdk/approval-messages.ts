import { readCallId, readList, readRecord } from '../turn/model-call.js'

/** A no to a call, as the messages of the AI SDK carry it. */
export interface DeniedCall {
  readonly toolCallId: string
  readonly reason: string | undefined
}

/** Whether the last message says yes to the call of this id. */
export function isApprovedIn(messages: readonly unknown[], toolCallId: string): boolean {
  const asked = askedCalls(messages)
  return responses(messages).some(
    ({ approvalId, approved }) => approved === true && asked.get(approvalId) === toolCallId,
  )
}

/** The calls that the last message says no to. */
export function findDenials(messages: readonly unknown[]): readonly DeniedCall[] {
  const asked = askedCalls(messages)
  return responses(messages).flatMap(({ approvalId, approved, reason }): DeniedCall[] => {
    const toolCallId = readCallId(asked.get(approvalId))
    if (approved !== false || toolCallId === undefined) return []
    return [{ toolCallId, reason: readCallId(reason) }]
  })
}

type Part = Readonly<Record<string, unknown>>

/** The ids of calls by those of the requests to approve of them. */
function askedCalls(messages: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  const requests = readList(messages)
    .flatMap(({ content }) => readList(content))
    .filter(({ type }) => type === 'tool-approval-request')
  return new Map(requests.map(({ approvalId, toolCallId }) => [approvalId, toolCallId]))
}

/** As the SDK has it: a decision counts in the last message, and in no other. */
function responses(messages: readonly unknown[]): readonly Part[] {
  const { role, content } = readRecord(messages.at(-1))
  if (role !== 'tool') return []
  return readList(content).filter(({ type }) => type === 'tool-approval-response')
}
