import type { Draft } from '../write/draft.js'

/** Longer schemas are not repeated in a description; it would be longer than what it describes. */
const maxSchemaLength = 4_000

/** A schema that stands in a description because the target has no keyword for its place; undefined when too long. */
export function quoteSchema(schema: Draft): string | undefined {
  const text = JSON.stringify(schema)
  return text.length <= maxSchemaLength ? text : undefined
}
