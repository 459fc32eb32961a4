import type { ToolDefinition } from '../../tools/tool-definition.js'
import { keyPathFault } from '../../registry/listing/key-path-fault.js'
import { effects } from '../../tools/effect.js'
import type { ToolId } from '../../tools/tool-id.js'
import type { LayerRank } from '../../tools/tool-layer.js'
import { commands } from '../commands.js'
import { isSameJson } from '../../schema/same-json.js'
import { contractDigest, contractOf, contractVersion } from '../../registry/contract/contract.js'
import type { ContractBook } from '../contract/contract-book.js'
import type { ContractChange } from '../contract/contract-change.js'
import { whyNotAtHand } from '../contract/contracts-fault.js'
import { contractSeverity } from '../contract/contract-severity.js'
import { diffContracts } from '../contract/diff-contracts.js'
import { diffSchemas } from '../contract/diff-schemas.js'
import { normalSchema } from '../../registry/contract/normal-schema.js'
import { findGrantedEffect } from '../granted-effect.js'
import type { ManifestGrant } from '../manifest.js'
import type { DocumentPlace } from '../read/document-problems.js'
import type { Finding } from './disagreement.js'

/** A grant with the tool it grants. */
export interface GrantedTool {
  readonly grant: ManifestGrant
  readonly id: ToolId
  readonly place: DocumentPlace | undefined
  readonly definition: ToolDefinition
  readonly contracts: ContractBook
  /** Which layers of this package the registry has; a layer that merely has such a name does not do such work. */
  readonly layers: ReadonlySet<LayerRank>
}

/** How one grant and its tool differ. */
export function grantFindings(tool: GrantedTool): readonly Finding[] {
  return rules.flatMap((rule) => {
    const found = rule(tool)
    if (found === undefined) return []
    const toolId = tool.id.toString()
    const message = `${toolId}: ${found.message}`
    return [{ ...found, toolId, message, place: tool.place }]
  })
}

type Found = Pick<Finding, 'kind' | 'message' | 'fix' | 'changes' | 'severity'> | undefined

const rules: readonly ((tool: GrantedTool) => Found)[] = [
  laxerEffect,
  repeatedArguments,
  argumentDrift,
  contractDrift,
  approvalWithoutLayer,
  keyOfCode,
  keyWithoutArgument,
  keyWithoutJournal,
]

/** A foreign tool declares nothing, so no grant of one is laxer than its code. */
function laxerEffect({ grant, definition: { effect, source } }: GrantedTool): Found {
  const granted = findGrantedEffect(grant)
  if (source === 'mcp' || granted === undefined) return undefined
  if (effects.indexOf(granted) >= effects.indexOf(effect)) return undefined
  return {
    kind: 'laxer-effect',
    message: `it is granted as ${granted}, and its code declares ${effect}.`,
    fix: `Grant it as ${effect}, or change what the code declares.`,
  }
}

/** The schema of a class is made from the class; a second one can only differ from it. */
function repeatedArguments({ grant, definition: { source } }: GrantedTool): Found {
  if (grant.arguments === undefined || isForeign(source)) return undefined
  return {
    kind: 'repeated-arguments',
    message: 'its grant has `arguments`, which its code declares already.',
    fix: 'Remove `arguments` from the grant.',
  }
}

function argumentDrift({ grant, definition: { source, inputSchema } }: GrantedTool): Found {
  if (grant.arguments === undefined || !isForeign(source)) return undefined
  const [before, after] = [normalSchema(grant.arguments), normalSchema(inputSchema)]
  if (isSameJson(before, after)) return undefined
  const changes = diffSchemas({ path: 'inputSchema', direction: 'input', before, after })
  return drift('its arguments are others than the manifest states', changes)
}

function isForeign(source: ToolDefinition['source']): boolean {
  return source === 'mcp' || source === 'scripts'
}

function contractDrift({ grant: { contract }, definition, contracts }: GrantedTool): Found {
  if (contract === undefined || contract === contractDigest(definition)) return undefined
  const reviewed = contracts.get(contract)
  if (reviewed !== undefined) {
    const changes = diffContracts(reviewed, contractOf(definition))
    return drift('its contract is another one than was reviewed', changes)
  }
  if (!contract.startsWith(`${contractVersion}-`)) return unknownVersion
  const { why, fix } = whyNotAtHand(contracts.fault, contract)
  const message = `its contract is another one than was reviewed. What changed cannot be said: ${why}.`
  return { kind: 'contract-drift', message, fix: `${acceptOrUndo} ${fix}` }
}

const acceptOrUndo = `Review the change and run \`${commands.update}\` to accept it, or undo it.`

const unknownVersion: Found = {
  kind: 'contract-drift',
  message: 'its contract was written by other rules than this version of tallystick has.',
  fix: `Use the version of tallystick it was reviewed with, or review it again and run \`${commands.update}\`.`,
}

function drift(what: string, changes: readonly ContractChange[]): Found {
  const severity = contractSeverity(changes)
  return { kind: 'contract-drift', severity, message: `${what}.`, fix: acceptOrUndo, changes }
}

function approvalWithoutLayer({ grant: { approval = 'none' }, layers }: GrantedTool): Found {
  if (approval === 'none' || layers.has('approval')) return undefined
  return {
    kind: 'approval-without-layer',
    message: `its grant asks for approval (${approval}), and the registry has no approval layer to ask for it, so every call is refused.`,
    fix: 'Register an ApprovalLayer of tallystick/journal (in Nest, among the `layers` of ToolsModule.forRoot), or remove `approval` from the grant.',
  }
}

/** The code says what its key is, and can be changed to; a second one in the grant could only say otherwise. */
function keyOfCode({
  grant: { idempotencyKey },
  definition: { source, keyRule },
}: GrantedTool): Found {
  if (idempotencyKey === undefined || (isForeign(source) && keyRule === undefined)) return undefined
  const [why, fix] =
    keyRule === undefined
      ? ['its code is at hand to declare one', 'declare it in the code']
      : ['its code declares one already', 'keep that of the code']
  return {
    kind: 'key-of-code',
    message: `its grant has \`idempotencyKey\`, and ${why}.`,
    fix: `Remove \`idempotencyKey\` from the grant, and ${fix}.`,
  }
}

function keyWithoutArgument({
  grant: { idempotencyKey },
  definition: { source, keyRule, inputSchema },
}: GrantedTool): Found {
  if (idempotencyKey === undefined || !isForeign(source) || keyRule !== undefined) return undefined
  const fault = keyPathFault(inputSchema, idempotencyKey)
  if (fault === undefined) return undefined
  return {
    kind: 'key-without-argument',
    message: `its granted idempotency key ${fault}`,
    fix: 'Name a text or number of the arguments, by the names they have in JSON.',
  }
}

function keyWithoutJournal({ grant: { idempotencyKey }, layers }: GrantedTool): Found {
  if (idempotencyKey === undefined || layers.has('idempotency')) return undefined
  return {
    kind: 'key-without-journal',
    message:
      'its grant asks for an idempotency key, and the registry has no idempotency layer to claim it, so every call is refused.',
    fix: 'Register an IdempotencyLayer, or remove `idempotencyKey` from the grant.',
  }
}
