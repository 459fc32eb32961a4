// The mcp room owns the Model Context Protocol, both ways: serving a registry, and using foreign servers as tools. It knows
// tools by their definitions and journals by their port, and no container, manifest or command.

// serving
export {
  serveStdio,
  type ServeStdioOptions,
  type StdioServing,
} from './server/stdio/serve-stdio.js'
export {
  serveTransport,
  type ServeTransportOptions,
  type TransportServing,
} from './server/connection/serve-transport.js'
export { mcpHandler, type McpHandler, type McpHandlerOptions } from './server/http/mcp-handler.js'
export type { McpListener } from './server/http/listen.js'
export type { McpListenOptions } from './server/http/listen-options.js'
export type { McpSessionOptions } from './server/http/session-options.js'
export type {
  McpCaller,
  McpServeOptions,
  McpServerIdentity,
} from './server/serving/serve-options.js'
export type { McpSealKey } from './server/seal/key-ring.js'

// the context of a call that came over MCP
export {
  mcpProgress,
  mcpTraceContext,
  type McpProgress,
  type McpTraceContext,
} from './call-extensions.js'

// consuming
export { mcpTools, type ForeignTools } from './client/mcp-tools.js'
export type {
  ForeignServerLimits,
  ForeignServerTimes,
  ForeignToolOptions,
  McpCredentials,
  McpHttpTransport,
  McpStdioTransport,
  McpToolsOptions,
  McpTransport,
  McpTransportFactory,
} from './client/mcp-tools-options.js'
export type {
  ForeignServerFinding,
  ForeignServerFindingKind,
} from './client/foreign-server-finding.js'
export type {
  ForeignFacts,
  GrantTerms,
  PinnedTransport,
  ReportedFacts,
  ToolHints,
} from '../tools/foreign-tool.js'
