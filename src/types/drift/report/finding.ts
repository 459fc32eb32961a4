import type { JsonValue } from '../../../schema/json.js'
import type { TypeDrift } from './type-drift.js'

/** What was found at one place of a class; the tool and the class are added later. */
export type Finding = Omit<TypeDrift, 'toolId' | 'class'>

const shownLength = 60

/** An example in words. */
export function show(value: JsonValue): string {
  const text = JSON.stringify(value)
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
