import type { DefinitionProblem } from '../../errors/definition-error.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'

/** Where something stands in a document; lines and columns count from 1. */
export interface DocumentPlace {
  readonly path: string
  readonly line: number
  readonly column: number
}

/** What is wrong with a document, in the order it was found. */
export interface DocumentProblem {
  readonly place: DocumentPlace
  readonly message: string
  readonly fix: string
}

/** Beyond it a document is not one with mistakes, but something else. */
const maxProblems = 100

/** The problems in the order of the document, as a definition error tells them. */
export function toDefinitionProblems(
  problems: readonly DocumentProblem[],
): readonly DefinitionProblem[] {
  const inOrder = [...problems].sort(byPlace)
  const told = inOrder.slice(0, maxProblems).map(toDefinitionProblem)
  const [first] = inOrder
  if (first === undefined || inOrder.length <= maxProblems) return told
  const more = (inOrder.length - maxProblems).toString()
  const fix = 'Fix the ones above first.'
  return [...told, { subject: first.place.path, message: `there are ${more} more problems.`, fix }]
}

/** `path:line:column`, as editors and terminals link it. */
export function describePlace({ path, line, column }: DocumentPlace): string {
  return `${escapeUnprintable(path)}:${line.toString()}:${column.toString()}`
}

function toDefinitionProblem({ place, message, fix }: DocumentProblem): DefinitionProblem {
  return { subject: describePlace(place), message, fix }
}

function byPlace({ place: a }: DocumentProblem, { place: b }: DocumentProblem): number {
  return a.line - b.line || a.column - b.column
}
