// #region ai
import { dynamicTool, jsonSchema, type ToolSet } from 'ai'
import { ToolError, type ToolContextInit, type ToolRegistry } from 'tallystick'

/** The tools of a registry for the AI SDK; who calls comes from the application, never from the model. */
export function aiTools(registry: ToolRegistry, who: ToolContextInit): ToolSet {
  const tools = registry.descriptors().map(({ id, wireName, description, inputSchema }) => {
    const tool = dynamicTool({
      description,
      inputSchema: jsonSchema(inputSchema as object),
      execute: (input, { abortSignal }) => call(id, input, abortSignal),
    })
    return [wireName, tool]
  })
  return Object.fromEntries(tools) as ToolSet

  async function call(id: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    try {
      const outcome = await registry.dispatch(id, input, { ...who, signal })
      return outcome.status === 'output' ? outcome.value : { waitsFor: outcome.suspension.reason }
    } catch (error) {
      // What a model may read of a failure, refused arguments included.
      if (ToolError.is(error)) return { error: error.modelText }
      throw error
    }
  }
}
// #endregion ai
