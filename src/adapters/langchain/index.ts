// The LangChain adapter owns how LangChain and LangGraph take tools, calls and interrupts. It imports none of their
// packages, and knows nothing of how a call is carried out.
export {
  langchainTools,
  type LangChainCallConfig,
  type LangChainMessageFields,
  type LangChainQuestion,
  type LangChainSdk,
  type LangChainTool,
  type LangChainToolFields,
  type LangChainTools,
} from './langchain-tools.js'
export type { HostToolsOptions } from '../host/host-tools-options.js'
export type { TurnContext } from '../turn/answer-calls.js'
export type { CatalogueOptions, CatalogueReport } from '../turn/offered-tools.js'
