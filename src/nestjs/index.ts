// the modules
export { ToolsModule } from './tools-module.js'
export type { ToolsModuleOptions } from './tools-module-options.js'

// enhancers as layers
export {
  guardLayer,
  interceptorLayer,
  type Enhancer,
  type NestLayer,
} from './enhancers/nest-layer.js'
export { findToolCall } from './enhancers/tool-execution-context.js'

// MCP on the application's own server
export { McpController } from './mcp/mcp-controller.js'
export type { McpControllerOptions, NestRequest } from './mcp/mcp-controller-options.js'

// review
export { reviewTools } from './review-tools.js'
