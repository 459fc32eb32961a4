import { joinPath } from '../../errors/argument-path.js'
import type { ToolContract } from '../../registry/contract/contract.js'

/** A text that a model reads, and where it stands. */
export interface ReviewedText {
  readonly place: string
  readonly text: string
}

/** Every text of a contract, names of arguments included: a model reads all of it. */
export function contractTexts({
  inputSchema,
  outputSchema,
}: ToolContract): readonly ReviewedText[] {
  return [...textsIn(inputSchema, 'inputSchema'), ...textsIn(outputSchema, 'outputSchema')]
}

/** The texts in a JSON value, by path. */
export function textsIn(value: unknown, place: string): readonly ReviewedText[] {
  if (typeof value === 'string') return [{ place, text: value }]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => textsIn(item, joinPath(place, index)))
  }
  return Object.entries(value).flatMap(([key, member]) => [
    { place: `a key of ${place}`, text: key },
    ...textsIn(member, joinPath(place, key)),
  ])
}
