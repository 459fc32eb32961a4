import type { ToolEvent } from 'tallystick'
import type { LedgerApp } from '../app.js'
import { answerTo } from './answer-to.js'
import { approve } from './approve.js'
import type { Answer, PlayedStep, Question, Step } from './step.js'

/** Plays steps one after the other; `events` is what the sink of the app collects into. */
export async function play(
  steps: readonly Step[],
  app: LedgerApp,
  events: readonly ToolEvent[],
): Promise<readonly PlayedStep[]> {
  const played: PlayedStep[] = []
  for (const step of steps) {
    const answered = await playStep(step, app)
    played.push({ ...step, ...answered, event: events.at(-1), accounts: app.ledger.accounts() })
  }
  return played
}

interface Answered {
  readonly question: Question | undefined
  readonly answer: Answer
}

/** A call that has to wait goes on once a person has approved of it. */
async function playStep(step: Step, app: LedgerApp): Promise<Answered> {
  const { wireName, input, approvedBy } = step
  const answer = await answerTo(() => app.registry.dispatch(wireName, input))
  const question = approvedBy === undefined ? undefined : await approve(app, answer, approvedBy)
  if (question === undefined) return { question, answer }
  return { question, answer: await answerTo(() => app.registry.resume(question.suspensionId)) }
}
