import type { JsonSchema } from '../../../src/schema/json-schema.js'

/** A schema as a server of someone else may send it, with arguments that it accepts. */
export interface ForeignSchema {
  readonly name: string
  readonly schema: JsonSchema
  readonly accepted: readonly Readonly<Record<string, unknown>>[]
}

export const draft07 = 'http://json-schema.org/draft-07/schema#'

/** Schemas are written as text: what servers send fits no type of ours. */
export function foreign(
  name: string,
  schema: unknown,
  ...accepted: readonly Readonly<Record<string, unknown>>[]
): ForeignSchema {
  return { name, schema: schema as JsonSchema, accepted }
}

/** A text of which nothing else is said. */
export const text = { type: 'string' }
