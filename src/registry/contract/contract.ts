import { deepFreeze } from '../../schema/deep-freeze.js'
import { digestJson } from '../../schema/digest.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { Effect } from '../../tools/effect.js'
import type { ReportedFacts } from '../../tools/foreign-tool.js'
import type { KeyRule } from '../../tools/key-rule.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolSource } from '../../tools/tool-source.js'
import { normalSchema } from './normal-schema.js'

/**
 * What a reviewer approves of one tool: everything a model sees of it but the title and description, which the manifest
 * carries itself, and what decides which lists of tools it is in.
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
  /**
   * How the code names the effect of a call; absent where it does not. Of a method only that there is one: what it does
   * cannot be digested.
   */
  readonly keyRule?: KeyRule
  /** The labels that lists of tools select it by; absent where it has none. */
  readonly groups?: readonly string[]
  /** Present for a tool that no group holds, because it steers the agent itself. */
  readonly control?: true
  /** Present for a tool that needs a person at hand. */
  readonly interactive?: true
  /** The name a model emits, where the code gives it another one than that of its id. */
  readonly wireName?: string
  /** What a foreign server says of its tool in words and hints; absent for tools of this program. */
  readonly reported?: ReportedFacts
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
  const { effect, source, keyRule, inputSchema, outputSchema } = definition
  return deepFreeze<ToolContract>({
    effect,
    inputSchema: normalSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: normalSchema(outputSchema) }),
    repairsJsonStrings: definition.repairsJsonStrings,
    source,
    ...(keyRule === undefined ? {} : { keyRule: normalRule(keyRule) }),
    ...visibilityOf(definition),
    ...(definition.foreign && { reported: definition.foreign.reported }),
  })
}

/** What the rule says and no more, whatever a definition that a host made carries. */
function normalRule(rule: KeyRule): KeyRule {
  return rule.kind === 'path' ? { kind: rule.kind, path: rule.path } : { kind: rule.kind }
}

/** Left out where they are as they are by default, so that a tool that says nothing of them has the digest it had. */
function visibilityOf({ id, wireName, groups, control, interactive }: ToolDefinition): object {
  return {
    ...(groups.length > 0 && { groups: groups.toSorted() }),
    ...(control && { control }),
    ...(interactive && { interactive }),
    ...(wireName !== id.wireName() && { wireName }),
  }
}

function createDigest(contract: ToolContract): string {
  return `${contractVersion}-sha256:${digestJson(`tallystick.contract.${contractVersion}`, contract)}`
}
