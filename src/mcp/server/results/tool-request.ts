import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server'

import type { ToolContext } from '../../../tools/tool-context.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'
import type { Connection, Serving } from '../serving/serving.js'

/** What MCP takes as the answer to a call. */
export type CallAnswer = CallToolResult | InputRequiredResult

/** One `tools/call` of a tool that is there. */
export interface ToolRequest {
  readonly serving: Serving
  readonly connection: Connection
  readonly definition: ToolDefinition
  readonly input: unknown
  readonly context: ToolContext
  readonly ctx: ServerContext
}
