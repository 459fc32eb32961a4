import {
  defineTool,
  type JsonSchema,
  type JsonValue,
  type ToolContext,
  type ToolDefinition,
} from 'tallystick'

/** A body, and what its output must be. */
export interface Trial {
  readonly name: string
  readonly body: (context: ToolContext) => Promise<JsonValue>
  readonly outputSchema?: JsonSchema
}

/** A tool that writes, and does what no good tool does. */
export function trialTool({ name, body, outputSchema }: Trial): ToolDefinition {
  return defineTool({
    server: 'trial',
    name,
    description: 'Tries what happens.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    ...(outputSchema === undefined ? {} : { outputSchema }),
    call: (_input, context) => body(context),
  })
}
