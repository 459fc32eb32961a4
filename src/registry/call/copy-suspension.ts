import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { suspend, suspensionKinds, type Suspension } from '../../tools/suspension.js'
import { toJsonOutput } from '../../schema/json-output.js'

/** A suspension as it may have been given: whoever made it may not have used TypeScript. */
export type GivenSuspension = { readonly [Field in keyof Suspension]?: unknown }

/** A frozen copy of a suspension, its schema as JSON; undefined when it is not sound. */
export function copySuspension(given: GivenSuspension): Suspension | undefined {
  const { reason, inputSchema, expiresInMs, external, id } = given
  const schema = toJsonOutput(inputSchema)
  if (typeof reason !== 'string' || schema.status !== 'json' || !isSchema(schema.value)) return
  if (!isDurationOrAbsent(expiresInMs) || !isFlagOrAbsent(external) || !isTextOrAbsent(id)) {
    return undefined
  }
  return suspend({
    reason,
    inputSchema: deepFreeze(schema.value),
    ...(expiresInMs !== undefined && { expiresInMs }),
    ...(external === true && { external }),
    ...(id !== undefined && { id }),
    ...kindOf(given),
  })
}

/** What it waits for, once it is parked. */
function kindOf({ kind }: GivenSuspension): Pick<Suspension, 'kind'> {
  const known = suspensionKinds.find((one) => one === kind)
  return known === undefined ? {} : { kind: known }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDurationOrAbsent(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && value >= 0 && value < Infinity)
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value !== '')
}

function isFlagOrAbsent(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean'
}
