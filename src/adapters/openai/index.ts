// The OpenAI adapter owns the shapes of the Chat Completions and the Responses API: entries, calls and results. It
// imports no package of OpenAI, and knows nothing of how a call is carried out.
export {
  openAiChatTools,
  type ChatAnswer,
  type ChatTool,
  type ChatToolMessage,
  type OpenAiChatTools,
} from './chat-tools.js'
export {
  openAiResponseTools,
  type FunctionCallOutput,
  type OpenAiResponseTools,
  type ResponseAnswer,
  type ResponseTool,
} from './response-tools.js'
export type { OpenAiToolsOptions } from './open-ai-tools-options.js'

// a turn
export type { AnsweredCall, TurnContext } from '../turn/answer-calls.js'
export type { CallAnswer, FailedAnswer, OutputAnswer, WaitingAnswer } from '../turn/call-answer.js'
export type { InputHabit } from '../../tools/input-habit.js'
export type { CatalogueOptions, CatalogueReport } from '../turn/offered-tools.js'
export type { OpenTurn, Turn, TurnAnswerer, TurnAnswers } from '../turn/turn.js'
export type { TurnTools } from '../turn/turn-tools.js'
export type { WaitingCall } from '../turn/waiting-call.js'
