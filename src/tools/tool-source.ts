/** Where tools come from; each source is a group a selector can name. */
export const toolSources = ['builtin', 'subagent', 'scripts', 'mcp'] as const

/** The source of a tool: this program, a sub-agent, a script, or a foreign MCP server. */
export type ToolSource = (typeof toolSources)[number]
