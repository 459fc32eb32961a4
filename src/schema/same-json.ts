import { canonicalJson } from './canonical-json.js'

/**
 * True for two JSON values that are one, whatever the order of their members. What is not there is one with nothing
 * but itself.
 */
export function isSameJson(first: unknown, second: unknown): boolean {
  if (first === second) return true
  return (
    first !== undefined && second !== undefined && canonicalJson(first) === canonicalJson(second)
  )
}
