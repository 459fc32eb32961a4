// The AI SDK adapter owns how that SDK takes tools, calls and approvals, in its versions 6 and 7. It imports no package
// of the SDK, and knows nothing of how a call is carried out.
export {
  aiSdkTools,
  type AiSdk,
  type AiSdkCallOptions,
  type AiSdkToolOptions,
  type AiSdkTools,
} from './ai-sdk-tools.js'
export type { HostToolsOptions } from '../host/host-tools-options.js'
export type { TurnContext } from '../turn/answer-calls.js'
export type { CatalogueOptions, CatalogueReport } from '../turn/offered-tools.js'
