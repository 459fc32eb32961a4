// The Anthropic adapter owns the shapes of the Messages API: entries, calls and results. It imports no package of
// Anthropic, and knows nothing of how a call is carried out.
export {
  anthropicTools,
  type AnthropicAnswer,
  type AnthropicMessage,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicTools,
  type AnthropicToolsOptions,
} from './anthropic-tools.js'

// a turn
export type { AnsweredCall, TurnContext } from '../turn/answer-calls.js'
export type { CallAnswer, FailedAnswer, OutputAnswer, WaitingAnswer } from '../turn/call-answer.js'
export type { InputHabit } from '../../tools/input-habit.js'
export type { CatalogueOptions, CatalogueReport } from '../turn/offered-tools.js'
export type { OpenTurn, Turn, TurnAnswerer, TurnAnswers } from '../turn/turn.js'
export type { TurnTools } from '../turn/turn-tools.js'
export type { WaitingCall } from '../turn/waiting-call.js'
