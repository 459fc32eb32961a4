import { JsonSchemaError } from './json-schema-error.js'
import type { JsonSchema } from './json-schema.js'

/** The dialects of JSON Schema we validate. */
export type JsonSchemaDialect = '2020-12' | 'draft-07'

/**
 * The dialect that a schema names in `$schema`; 2020-12 for one that names none.
 *
 * @throws JsonSchemaError for a dialect other than 2020-12 and draft-07.
 */
export function dialectOf({ $schema }: JsonSchema): JsonSchemaDialect {
  const dialect = typeof $schema === 'string' ? $schema.replace(/^https?:\/\/|#$/g, '') : $schema
  if (dialect === undefined || dialect === 'json-schema.org/draft/2020-12/schema') return '2020-12'
  if (dialect === 'json-schema.org/draft-07/schema') return 'draft-07'
  throw new JsonSchemaError('"$schema" names a dialect other than 2020-12 and draft-07.')
}
