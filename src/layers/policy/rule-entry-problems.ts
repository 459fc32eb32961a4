import type { DefinitionProblem } from '../../errors/definition-error.js'
import { didYouMean } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import { isGroupLabel } from '../../tools/declared-name.js'
import { isWireName, ToolId } from '../../tools/tool-id.js'
import {
  nearestEntries,
  parseToolSelector,
  selectorTokens,
  type SelectorTarget,
  type ToolSelector,
} from '../../tools/tool-selector.js'

/** What is wrong with the tools that a rule is about: entries that stand for no tool there could be. */
export function ruleEntryProblems(subject: string, tools: readonly string[]): DefinitionProblem[] {
  const selectors = tools.map(parseToolSelector)
  const empty = {
    subject,
    message: 'its `tools` name no tool.',
    fix: 'Name one, or leave `tools` out for every tool.',
  }
  return [
    ...(selectors.every(({ isExcluded }) => isExcluded) ? [empty] : []),
    ...selectors.flatMap((selector, at) =>
      entryProblems(`${subject}.tools[${at.toString()}]`, selector),
    ),
  ]
}

function entryProblems(place: string, { entry, target }: ToolSelector): DefinitionProblem[] {
  const found = findProblem(entry, target)
  return found === undefined ? [] : [{ subject: `${place} ${quoteName(entry)}`, ...found }]
}

/** A policy knows no registry: which tools there are it cannot say, only which there can be. */
function findProblem(
  entry: string,
  target: SelectorTarget,
): Pick<DefinitionProblem, 'message' | 'fix'> | undefined {
  switch (target.kind) {
    case 'unknown':
      return { message: 'there is no such group; tokens are exact.', fix: groupFix(entry) }
    case 'tool':
      return isExactName(target.name) ? undefined : noName
    case 'server':
      return ToolId.parse(`tool://${target.name}/any`) === undefined ? noServer : undefined
    case 'label':
      return isGroupLabel(target.name) ? undefined : noLabel
    case 'group':
    case 'readonly':
      return undefined
  }
}

function isExactName(name: string): boolean {
  const reference = name.startsWith('tool://') ? name : `tool://${name}`
  return ToolId.parse(reference) !== undefined || (isWireName(name) && name.includes('__'))
}

function groupFix(entry: string): string {
  return `Write one of ${selectorTokens.join(', ')}.${didYouMean(nearestEntries(entry))}`
}

const noName = {
  message: 'it is not the exact name of a tool.',
  fix: 'Write server/name, tool://server/name, or the wire name of letters, digits, "_" and "-".',
}

const noServer = {
  message: 'no server can have this name.',
  fix: 'Write a name without "/", white space, control or invisible characters.',
}

const noLabel = {
  message: 'no tool can have this label.',
  fix: 'Write letters, digits, "_", "-" and ".", a letter or digit first.',
}
