// The adapter of the OpenAI Agents SDK owns how that SDK takes tools, calls and interruptions. It imports no package of
// the SDK, and knows nothing of how a call is carried out.
export {
  openAiAgentsTools,
  type AgentCallDetails,
  type AgentCallFacts,
  type AgentParameters,
  type AgentRunContext,
  type AgentsSdk,
  type AgentToolOptions,
  type OpenAiAgentsTools,
} from './open-ai-agents-tools.js'
export type { HostToolsOptions } from '../host/host-tools-options.js'
export type { TurnContext } from '../turn/answer-calls.js'
export type { CatalogueOptions, CatalogueReport } from '../turn/offered-tools.js'
