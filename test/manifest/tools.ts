import { contractOf, type ToolContract } from '../../src/registry/contract/contract.js'
import { normalSchema } from '../../src/registry/contract/normal-schema.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import type { Manifest } from '../../src/manifest/manifest.js'
import { defineTool, type DefineToolOptions } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { JsonObject } from '../../src/schema/json.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { documentData, grantData } from './documents.js'

/** A writing tool `shop/order` with one argument, unless told otherwise. */
export function tool(options: Partial<DefineToolOptions> = {}): ToolDefinition {
  return defineTool({
    ...{ server: 'shop', name: 'order', description: 'Orders.' },
    inputSchema: { type: 'object', properties: { sku: { type: 'string', minLength: 1 } } },
    call: () => 'done',
    ...options,
  })
}

export function registryOf(...definitions: readonly ToolDefinition[]): ToolRegistry {
  return ToolRegistry.empty().register(...definitions)
}

/** A manifest with these grants, each of `shop/order` unless it says otherwise. */
export function manifestOf(...grants: readonly JsonObject[]): Manifest {
  return manifestWith({ tools: grants.map(grantData) })
}

/** A manifest with this `spec`. */
export function manifestWith(spec: JsonObject): Manifest {
  return parseManifest(JSON.stringify(documentData(spec)))
}

/** The contract of a tool with this schema. */
export function contractWith(
  member: 'inputSchema' | 'outputSchema',
  schema: JsonSchema,
): ToolContract {
  return { ...contractOf(tool()), [member]: normalSchema(schema) }
}
