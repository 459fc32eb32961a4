import { ToolError, type ToolOutcome } from 'tallystick'
import type { Answer } from './step.js'

/** What an adapter would send back to the model. */
export async function answerTo(call: () => Promise<ToolOutcome>): Promise<Answer> {
  try {
    return toAnswer(await call())
  } catch (error) {
    if (!ToolError.is(error)) throw error
    return { status: error.code, disposition: error.disposition, text: error.modelText }
  }
}

function toAnswer(outcome: ToolOutcome): Answer {
  if (outcome.status === 'output') return outcome
  const { id = '', reason } = outcome.suspension
  return { status: 'suspended', suspensionId: id, reason }
}
