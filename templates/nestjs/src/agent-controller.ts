import { McpController } from 'tallystick/nestjs'

/**
 * The tools over MCP, as a route of this app. Whoever reaches the server may call them: put a guard here, and say in
 * `authenticate` who it let in, before anybody but this machine does.
 */
@McpController({ path: 'mcp', unauthenticated: true })
export class AgentController {}
