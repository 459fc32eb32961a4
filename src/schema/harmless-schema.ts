import { allSchemas } from './all-schemas.js'
import { AskedSchemas } from './asked-schemas.js'
import { evaluationCost, maxEvaluations } from './evaluation-cost.js'
import { JsonSchemaError } from './json-schema-error.js'
import type { JsonSchema } from './json-schema.js'
import { hasLongIds } from './schema-ids.js'

/** How many schemas one is made of, with what it refers to; more take seconds to compile, and no model reads them. */
const maxSchemas = 20_000

/**
 * Asserts that a schema of foreign origin does not stop the process by its size, depth or references,
 * neither when it is compiled nor when it is asked. Patterns are bounded where they are asked.
 *
 * @throws JsonSchemaError for a schema that has `$async` of Ajv, refers to what it does not hold, has an `$id` that is
 * too long, is made of more than 20 000 schemas, or asks more than 10 000 about one value; RangeError for one that is
 * nested deeper than the stack is.
 */
export function assertHarmless(schema: JsonSchema): void {
  const reason = findHarm(schema)
  if (reason !== undefined) throw new JsonSchemaError(`the schema ${reason}.`)
}

function findHarm(schema: JsonSchema): string | undefined {
  // Ajv would put its verdict off until after the call.
  const isAsynchronous = [...allSchemas(schema)].some((each) => Object.hasOwn(each, '$async'))
  if (isAsynchronous) return 'has a "$async", which is no keyword of JSON Schema'
  if (hasLongIds(schema)) return 'has an "$id" that is too long'
  const schemas = new AskedSchemas(schema)
  if (schemas.all().size > maxSchemas) return `has more than ${maxSchemas.toString()} schemas in it`
  return evaluationCost(schemas) > maxEvaluations
    ? `asks more than ${maxEvaluations.toString()} schemas about one value`
    : undefined
}
