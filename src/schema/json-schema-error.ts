/**
 * A JSON Schema that cannot be used. Whoever took the schema in turns it into a `DefinitionError` that names the
 * tool. `message` speaks of the schema only, never of data.
 */
export class JsonSchemaError extends Error {
  override readonly name = 'JsonSchemaError'
}
