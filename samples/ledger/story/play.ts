import { ToolError, type ToolEvent, type ToolRegistry } from 'tallystick'
import type { LedgerApp } from '../app.js'
import type { Answer, PlayedStep, Step } from './step.js'

/** Plays steps one after the other; `events` is what the sink of the app collects into. */
export async function play(
  steps: readonly Step[],
  { registry, ledger }: LedgerApp,
  events: readonly ToolEvent[],
): Promise<readonly PlayedStep[]> {
  const played: PlayedStep[] = []
  for (const step of steps) {
    const answer = await answerTo(step, registry)
    played.push({ ...step, answer, event: events.at(-1), accounts: ledger.accounts() })
  }
  return played
}

/** What an adapter would send back to the model. */
async function answerTo({ wireName, input }: Step, registry: ToolRegistry): Promise<Answer> {
  try {
    const outcome = await registry.dispatch(wireName, input)
    return { status: 'output', value: outcome.status === 'output' ? outcome.value : null }
  } catch (error) {
    if (!ToolError.is(error)) throw error
    return { status: error.code, disposition: error.disposition, text: error.modelText }
  }
}
