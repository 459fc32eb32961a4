// consuming
export { mcpTools, type ForeignTools } from './client/mcp-tools.js'
export type {
  Credentials,
  ForeignToolOptions,
  HttpServer,
  McpToolsOptions,
  McpTransport,
  ServerLimits,
  ServerTimes,
  StdioServer,
  TransportFactory,
} from './client/mcp-tools-options.js'
export type { ServerFinding, ServerFindingKind } from './client/server-finding.js'
export type {
  ForeignFacts,
  GrantTerms,
  PinnedTransport,
  ReportedFacts,
  ToolHints,
} from '../tools/foreign-tool.js'
