import type { JsonArray, JsonObject, JsonValue } from '../../schema/json.js'

/** A copy of canonical JSON, which has no cycles and is not deeper than the limits let through. */
export function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return copyList(value as JsonArray)
  return mapValues(value as JsonObject, copyValue) as JsonObject
}

function copyList(list: JsonArray): JsonValue {
  const copy = new Array<JsonValue>(list.length)
  for (let index = 0; index < list.length; index += 1) copy[index] = copyValue(list[index] ?? null)
  return copy
}

/** An object with the same keys and what is made of each value. */
export function mapValues(
  members: JsonObject,
  make: (value: JsonValue) => unknown,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const key of Object.keys(members)) made[key] = make(members[key] ?? null)
  return made
}
