import { deepFreeze } from '../../schema/deep-freeze.js'
import type { Effect } from '../../tools/effect.js'
import type { GrantTerms } from '../../tools/foreign-tool.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { keyAtPath, type KeyMembers } from './key-reader.js'
import { copyClassArguments } from './definition-arguments.js'
import { copyOrigin } from '../listing/definition-origin.js'

/** What a reviewed grant says of a tool in the place of its code. */
export interface GrantedFacts {
  readonly title: string | undefined
  readonly description: string
  /** The stricter of what the code and the grant say. */
  readonly effect: Effect
  /** The path of the key the grant asks for. Counts where the code declares none. */
  readonly keyPath?: string | undefined
  /** What an error of a foreign tool says of the far side. */
  readonly errors?: GrantTerms['errors']
}

/**
 * The definition of a tool as it was granted: reviewed words, the effect that was granted, and frozen copies of its
 * schemas, so that what was reviewed is what models are shown from then on.
 */
export function grantedDefinition(
  definition: ToolDefinition,
  { title, description, effect, keyPath, errors }: GrantedFacts,
): ToolDefinition {
  const { inputSchema, outputSchema } = definition
  const bodies = definition.underGrant?.({ effect, errors }) ?? definition
  const granted: ToolDefinition = Object.freeze({
    id: definition.id,
    wireName: definition.wireName,
    title,
    icons: definition.icons,
    description,
    effect,
    mutates: effect !== 'read',
    inputSchema: deepFreeze(structuredClone(inputSchema)),
    outputSchema: outputSchema && deepFreeze(structuredClone(outputSchema)),
    source: definition.source,
    groups: Object.freeze([...definition.groups]),
    control: definition.control,
    interactive: definition.interactive,
    repairsJsonStrings: definition.repairsJsonStrings,
    ...grantedKey(definition, keyPath),
    admit: (input) => definition.admit(input),
    '~standard': definition['~standard'],
    prepare: (admitted, context) => bodies.prepare(admitted, context),
    checkOutput: (output) => definition.checkOutput(output),
    prepareResume: bodies.prepareResume,
    prepareReconcile: definition.prepareReconcile,
    foreign: definition.foreign,
    isWithdrawn: definition.isWithdrawn,
    watchWithdrawal: definition.watchWithdrawal,
  } satisfies ToolDefinition)
  copyOrigin(definition, granted)
  copyClassArguments(definition, granted)
  return granted
}

function grantedKey(definition: ToolDefinition, keyPath: string | undefined): KeyMembers {
  const { keyRule } = definition
  if (keyRule === undefined && keyPath !== undefined) return keyAtPath(keyPath)
  return { keyRule, readKey: (admitted) => definition.readKey(admitted) }
}
