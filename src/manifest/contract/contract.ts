import { deepFreeze } from '../../schema/deep-freeze.js'
import { digestJson } from '../../schema/digest.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { Effect } from '../../tools/effect.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolSource } from '../../tools/tool-source.js'
import { normalSchema } from './normal-schema.js'

/**
 * What a reviewer approves of one tool: everything a model sees of it but the title and description,
 * which the manifest carries itself.
 */
export interface ToolContract {
  /** What a call does, by the code. */
  readonly effect: Effect
  readonly inputSchema: JsonSchema
  /** Absent where the code declares none. */
  readonly outputSchema?: JsonSchema
  /** Whether a JSON text is taken for the object or array it holds. */
  readonly repairsJsonStrings: boolean
  readonly source: ToolSource
}

/** Says by which rules a contract was made, so that better rules in a later release are not taken for drift. */
export const contractVersion = 'c1'

const contracts = new WeakMap<ToolDefinition, ToolContract>()
const digests = new WeakMap<ToolContract, string>()

/**
 * The contract of a tool, deep-frozen: its schemas whole, nested texts, defaults and the order of enums included;
 * not the order of members, which no model sees as a rule.
 *
 * @throws DefinitionError when a schema cannot be made.
 */
export function contractOf(definition: ToolDefinition): ToolContract {
  const contract = contracts.get(definition) ?? createContract(definition)
  contracts.set(definition, contract)
  return contract
}

/**
 * The digest of the contract of a tool: `c1-sha256:` and 64 hex digits, SHA-256 over canonical JSON (RFC 8785).
 *
 * @throws DefinitionError when a schema cannot be made.
 */
export function contractDigest(definition: ToolDefinition): string {
  return digestContract(contractOf(definition))
}

/** The digest of a contract, as grants state it. */
export function digestContract(contract: ToolContract): string {
  const digest = digests.get(contract) ?? createDigest(contract)
  digests.set(contract, digest)
  return digest
}

/** A tool that was bound keeps the contract of its code, whatever its grant made of its effect. */
export function copyContract(from: ToolDefinition, to: ToolDefinition): void {
  contracts.set(to, contractOf(from))
}

function createContract(definition: ToolDefinition): ToolContract {
  const { effect, source, inputSchema, outputSchema } = definition
  return deepFreeze({
    effect,
    inputSchema: normalSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: normalSchema(outputSchema) }),
    repairsJsonStrings: definition.repairsJsonStrings,
    source,
  })
}

function createDigest(contract: ToolContract): string {
  return `${contractVersion}-sha256:${digestJson(`tallystick.contract.${contractVersion}`, contract)}`
}
