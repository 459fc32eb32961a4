import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { isWireName } from '../../tools/tool-id.js'
import { definitionGaps } from './definition-gaps.js'
import { describeOrigin } from './definition-origin.js'

/** What keeps these definitions from being one registry. */
export function registrationProblems(definitions: readonly unknown[]): DefinitionProblem[] {
  const read = definitions.map((value) => ({ value, gaps: definitionGaps(value) }))
  const sound = read
    .filter(({ gaps }) => gaps.length === 0)
    .map(({ value }) => value as ToolDefinition)
  return [
    ...read.filter(({ gaps }) => gaps.length > 0).map(notADefinition),
    ...sound.filter(({ wireName }) => !isWireName(wireName)).map(illegalWireName),
    ...sharing(sound, ({ id }) => id.toString()).map(duplicateId),
    ...sharing(distinctIds(sound), ({ wireName }) => wireName).map(wireNameCollision),
  ]
}

interface Unsound {
  readonly value: unknown
  readonly gaps: readonly string[]
}

function notADefinition({ value, gaps }: Unsound): DefinitionProblem {
  const isObject = typeof value === 'object' && value !== null
  const missing = isObject ? `: ${gaps.join(', ')} missing or not what it must be` : ''
  const kind = typeof value === 'function' ? 'a class or function' : `no tool definition${missing}`
  return {
    subject: 'register',
    message: `it was given ${kind}.`,
    fix: 'Pass what defineTool returns; classes become tools through toolModule and discoverTools.',
  }
}

function illegalWireName({ id, wireName }: ToolDefinition): DefinitionProblem {
  return {
    subject: id.toString(),
    message: `its wire name ${quoteName(wireName)} is not one that models can emit.`,
    fix: 'Use 1 to 64 of A-Z, a-z, 0-9, _ and -, the first one a letter or _.',
  }
}

function duplicateId(group: readonly ToolDefinition[]): DefinitionProblem {
  return {
    subject: group[0]?.id.toString() ?? '',
    message: `${group.length.toString()} tools have this id: ${group.map(describeOrigin).join(' and ')}.`,
    fix: 'Register one of them, or give one another server or name.',
  }
}

function wireNameCollision(group: readonly ToolDefinition[]): DefinitionProblem {
  const owners = group.map(
    (definition) => `${definition.id.toString()} (${describeOrigin(definition)})`,
  )
  return {
    subject: quoteName(group[0]?.wireName ?? ''),
    message: `${owners.join(' and ')} have this wire name.`,
    fix: 'Give one of them another `wireName`.',
  }
}

/** The groups of two or more that share a name, in the order they appear. */
function sharing(
  definitions: readonly ToolDefinition[],
  nameOf: (definition: ToolDefinition) => string,
): ToolDefinition[][] {
  const groups = new Map<string, ToolDefinition[]>()
  for (const definition of definitions) {
    const name = nameOf(definition)
    groups.set(name, [...(groups.get(name) ?? []), definition])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

function distinctIds(definitions: readonly ToolDefinition[]): ToolDefinition[] {
  return [
    ...new Map(definitions.map((definition) => [definition.id.toString(), definition])).values(),
  ]
}
