import { effects } from '../../tools/effect.js'
import { parseKeyPath } from '../../tools/key-path.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolId } from '../../tools/tool-id.js'
import { toolSources } from '../../tools/tool-source.js'

type Definition = { readonly [Member in keyof ToolDefinition]?: unknown }

/** What each member of a definition must be. The schemas may be made on first read, so they are not read here. */
const memberRules: Readonly<Record<string, (definition: Definition) => boolean>> = {
  id: ({ id }) => isId(id),
  wireName: ({ wireName }) => typeof wireName === 'string',
  title: ({ title }) => title === undefined || typeof title === 'string',
  description: ({ description }) => typeof description === 'string',
  effect: ({ effect }) => isOneOf(effects, effect),
  mutates: ({ mutates, effect }) => mutates === (effect !== 'read'),
  source: ({ source }) => isOneOf(toolSources, source),
  groups: ({ groups }) => Array.isArray(groups),
  control: ({ control }) => typeof control === 'boolean',
  interactive: ({ interactive }) => typeof interactive === 'boolean',
  repairsJsonStrings: ({ repairsJsonStrings }) => typeof repairsJsonStrings === 'boolean',
  inputSchema: (definition) => 'inputSchema' in definition,
  admit: ({ admit }) => typeof admit === 'function',
  keyRule: ({ keyRule }) => keyRule === undefined || isKeyRule(keyRule),
  readKey: ({ readKey }) => typeof readKey === 'function',
  prepare: ({ prepare }) => typeof prepare === 'function',
  checkOutput: ({ checkOutput }) => typeof checkOutput === 'function',
  prepareResume: ({ prepareResume }) => isFunctionOrAbsent(prepareResume),
  prepareReconcile: ({ prepareReconcile }) => isFunctionOrAbsent(prepareReconcile),
}

/** The members that keep a value from being a tool definition, by name; none for a definition. Never throws. */
export function definitionGaps(value: unknown): readonly string[] {
  const definition: Definition = typeof value === 'object' && value !== null ? value : {}
  return Object.entries(memberRules)
    .filter(([, holds]) => !holdsFor(definition, holds))
    .map(([member]) => `\`${member}\``)
}

function holdsFor(definition: Definition, holds: (definition: Definition) => boolean): boolean {
  try {
    return holds(definition)
  } catch {
    return false
  }
}

/** True for a `ToolId` of any copy of this package. */
function isId(id: unknown): boolean {
  if (typeof id !== 'object' || id === null) return false
  const { server, name, reference } = id as { readonly [Member in keyof ToolId]?: unknown }
  const isNamed = typeof server === 'string' && typeof name === 'string'
  return (
    isNamed && typeof reference === 'function' && (id as ToolId).toString() === `${server}/${name}`
  )
}

function isKeyRule(rule: unknown): boolean {
  const { kind, path } = rule as { readonly kind?: unknown; readonly path?: unknown }
  return kind === 'method' || (kind === 'path' && parseKeyPath(path) !== undefined)
}

function isFunctionOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function'
}

function isOneOf(values: readonly unknown[], value: unknown): boolean {
  return values.includes(value)
}
