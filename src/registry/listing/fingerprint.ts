import { digestJson } from '../../schema/digest.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'

/** The digest of what models see of these tools; they come sorted by id. */
export function fingerprintOf(definitions: readonly ToolDefinition[]): string {
  const shown = definitions.map(({ id, description, effect, inputSchema, outputSchema }) => ({
    id: id.toString(),
    description,
    effect,
    inputSchema,
    outputSchema,
  }))
  return digestJson('tallystick.fingerprint', shown)
}
