import type { JsonObject, JsonValue } from '../../schema/json.js'

/** A copy of canonical JSON, which has no cycles and is not deeper than the limits let through. */
export function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element: JsonValue) => copyValue(element))
  return mapValues(value as JsonObject, copyValue) as JsonObject
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
