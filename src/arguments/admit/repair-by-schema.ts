import { joinPath } from '../../errors/argument-path.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import { parseJson } from '../input/parse-json.js'
import type { RepairBudget } from '../input/repair-budget.js'

/** Where a repair is; `repaired` collects the paths of what was taken. */
interface Repairing {
  readonly repaired: string[]
  readonly budget: RepairBudget
  readonly path: string
}

/**
 * Replaces each JSON text that stands where a plain JSON Schema wants an object or an array, and only those, by what
 * the text holds. The result is not held to limits yet.
 */
export function repairBySchema(
  value: JsonValue,
  schema: JsonSchema | boolean | undefined,
  repairing: Repairing,
): JsonValue {
  if (typeof schema !== 'object') return value
  if (typeof value === 'string') return repairText(value, schema, repairing)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((element: JsonValue, index) =>
      repairBySchema(element, schema.items, step(repairing, index)),
    )
  }
  const members = Object.entries(value).map(([key, member]) => {
    const own = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined
    return [key, repairBySchema(member, own, step(repairing, key))]
  })
  return Object.fromEntries(members) as JsonValue
}

function repairText(text: string, schema: JsonSchema, repairing: Repairing): JsonValue {
  const { type } = schema
  if (type !== 'object' && type !== 'array') return text
  const parsed = repairing.budget.take(text) ? parseJson(text) : undefined
  const isWanted =
    typeof parsed === 'object' && parsed !== null && Array.isArray(parsed) === (type === 'array')
  if (!isWanted) return text
  repairing.repaired.push(repairing.path)
  return repairBySchema(parsed as JsonValue, schema, repairing)
}

function step(repairing: Repairing, key: string | number): Repairing {
  return { ...repairing, path: joinPath(repairing.path, key) }
}
