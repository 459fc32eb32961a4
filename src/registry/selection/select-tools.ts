import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { parseToolSelector } from '../../tools/tool-selector.js'
import type { DefinitionIndex } from '../listing/definition-index.js'
import { resolveEntry, type ResolvedEntry } from './resolve-entry.js'

/** How a list of entries is read. */
export interface SelectOptions {
  /** Names that must be among what was selected; a list that does not reach them is refused. */
  readonly require?: readonly string[] | undefined
  /**
   * Nobody is at hand: drops tools that need a person, but for those `require` names.
   * @defaultValue `false`
   */
  readonly unattended?: boolean | undefined
}

/** One tool of a registry, and which entries of a list decide on it. */
export interface SelectedTool {
  /** `server/name`. */
  readonly id: string
  /** Whether the list selects it. */
  readonly isSelected: boolean
  /** The entries that give it, in the order of the list. */
  readonly grantedBy: readonly string[]
  /** The entries that take it away again. */
  readonly excludedBy: readonly string[]
}

/**
 * The tools a list selects, in the order of the registry.
 *
 * @throws DefinitionError with every entry that is unknown, ambiguous or empty, quoted with its index.
 */
export function selectTools(
  entries: readonly string[],
  index: DefinitionIndex,
  options: SelectOptions = {},
): ReadonlySet<ToolDefinition> {
  const resolved = resolveAll(entries, index)
  const selected = index.definitions.filter((definition) => isSelected(definition, resolved))
  const required = resolveRequired(options.require ?? [], new Set(selected), index)
  return new Set(
    selected.filter(
      (definition) =>
        options.unattended !== true || !definition.interactive || required.has(definition),
    ),
  )
}

/**
 * Which entries give and take each tool that any of them names, in the order of the registry.
 *
 * @throws DefinitionError as `selectTools` does.
 */
export function explainSelection(
  entries: readonly string[],
  index: DefinitionIndex,
): readonly SelectedTool[] {
  const resolved = resolveAll(entries, index)
  return index.definitions
    .map((definition) => toSelectedTool(definition, resolved))
    .filter(({ grantedBy, excludedBy }) => grantedBy.length + excludedBy.length > 0)
}

function toSelectedTool(
  definition: ToolDefinition,
  resolved: readonly ResolvedEntry[],
): SelectedTool {
  const naming = resolved.filter(({ tools }) => tools.has(definition))
  const granting = naming.filter(({ selector }) => !selector.isExcluded)
  const excluding = naming.filter(({ selector }) => selector.isExcluded)
  return Object.freeze({
    id: definition.id.toString(),
    isSelected: isSelected(definition, naming),
    grantedBy: Object.freeze(granting.map(({ selector }) => selector.entry)),
    excludedBy: Object.freeze(excluding.map(({ selector }) => selector.entry)),
  })
}

/** Exclusions come last, wherever they stand. */
function isSelected(definition: ToolDefinition, resolved: readonly ResolvedEntry[]): boolean {
  const naming = resolved.filter(({ tools }) => tools.has(definition))
  return naming.length > 0 && naming.every(({ selector }) => !selector.isExcluded)
}

function resolveAll(entries: unknown, index: DefinitionIndex): readonly ResolvedEntry[] {
  assertTexts(entries, 'the entries')
  const resolved = entries.map((entry, position) =>
    resolveEntry({ selector: parseToolSelector(entry), position }, index),
  )
  throwAll(resolved.map(({ problem }) => problem))
  return resolved
}

function resolveRequired(
  names: unknown,
  selected: ReadonlySet<ToolDefinition>,
  index: DefinitionIndex,
): ReadonlySet<ToolDefinition> {
  assertTexts(names, '`require`')
  const found = names.map((name) => ({ name, definition: index.find(name) }))
  throwAll(
    found.map(({ name, definition }) =>
      definition !== undefined && selected.has(definition) ? undefined : unreachable(name),
    ),
  )
  return new Set(found.map(({ definition }) => definition).filter((tool) => tool !== undefined))
}

function unreachable(name: string): DefinitionProblem {
  return {
    subject: `require, ${quoteName(name)}`,
    message: 'the entries do not select it.',
    fix: 'Add it to the entries, or to a group that they name.',
  }
}

function assertTexts(value: unknown, what: string): asserts value is readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return
  const message = `${what} are not a list of texts.`
  throwAll([{ subject: 'select', message, fix: "Pass a list: ['@readonly', 'ledger/transfer']." }])
}

function throwAll(problems: readonly (DefinitionProblem | undefined)[]): void {
  const found = problems.filter((problem) => problem !== undefined)
  if (found.length > 0) throw new DefinitionError(found)
}
