import type { DefinitionProblem } from '../../errors/definition-error.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { spellId, type DefinitionIndex } from './definition-index.js'

/** A reference as messages show it: quoted and clipped; what is no text is named by its type. */
function showRef(ref: unknown): string {
  if (typeof ref === 'string') return quoteName(ref)
  const spelling = spellId(ref)
  return spelling === undefined ? `a value of type ${typeof ref}` : quoteName(spelling)
}

/** The tools of a registry whose names are nearest to `ref`, at most three. */
function nearestTools(ref: unknown, index: DefinitionIndex): readonly ToolDefinition[] {
  const asked = typeof ref === 'string' ? ref : spellId(ref)
  if (asked === undefined) return []
  const { spellings } = index
  const near = nearestNames(asked.replace(/^tool:\/\//, ''), spellings.keys())
  return [...new Set(near.flatMap((spelling) => spellings.get(spelling) ?? []))].slice(0, 3)
}

/** What a model reads of a name that is not there. The same words for unknown, invisible and withdrawn tools. */
export function unknownToolText(ref: unknown, index: DefinitionIndex): string {
  const near = nearestTools(ref, index).map(({ wireName }) => wireName)
  return `There is no such tool.${didYouMean(near)}`
}

/** What an operator reads of a name that is not there. */
export function unknownToolMessage(ref: unknown, index: DefinitionIndex): string {
  return `${showRef(ref)}: this registry has no tool of this name.${adviceFor(ref, index)}`
}

/** The problem of a name in a list of tools that is not there. */
export function unknownToolProblem(ref: unknown, index: DefinitionIndex): DefinitionProblem {
  return {
    subject: showRef(ref),
    message: 'this registry has no tool of this name.',
    fix: adviceFor(ref, index).trimStart(),
  }
}

/** What to do about a name that is not there. */
export function adviceFor(ref: unknown, index: DefinitionIndex): string {
  const near = nearestTools(ref, index).map(({ id }) => id.toString())
  if (near.length > 0) return didYouMean(near)
  return ' Use an exact wire name, server/name or tool://server/name of registry.ids().'
}
