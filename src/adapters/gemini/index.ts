// The Gemini adapter owns the shapes of the Gemini API: declarations, calls and results. It imports no package of
// Google, and knows nothing of how a call is carried out.
export {
  geminiTools,
  type GeminiAnswer,
  type GeminiContent,
  type GeminiFunctionDeclaration,
  type GeminiFunctionResponse,
  type GeminiTool,
  type GeminiTools,
} from './gemini-tools.js'

// a turn
export type { AnsweredCall, TurnContext } from '../turn/answer-calls.js'
export type { CallAnswer, FailedAnswer, OutputAnswer, WaitingAnswer } from '../turn/call-answer.js'
export type { InputHabit } from '../../tools/input-habit.js'
export type { CatalogueOptions, CatalogueReport } from '../turn/offered-tools.js'
export type { OpenTurn, Turn, TurnAnswerer, TurnAnswers } from '../turn/turn.js'
export type { TurnTools } from '../turn/turn-tools.js'
export type { WaitingCall } from '../turn/waiting-call.js'
