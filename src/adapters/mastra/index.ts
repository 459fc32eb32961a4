// The Mastra adapter owns how Mastra takes tools, calls and suspensions. It imports no package of Mastra, and knows
// nothing of how a call is carried out.
export {
  mastraTools,
  type MastraAgentCall,
  type MastraCallContext,
  type MastraSchema,
  type MastraSdk,
  type MastraToolOptions,
  type MastraTools,
} from './mastra-tools.js'
export type { HostToolsOptions } from '../host/host-tools-options.js'
export type { TurnContext } from '../turn/answer-calls.js'
export type { CatalogueOptions, CatalogueReport } from '../turn/offered-tools.js'
