import { JsonSchemaError } from '../../json-schema-error.js'

const maxSchemas = 20_000

/** Counts what one projection writes, so that references to references to references do not fill the memory. */
export class SchemaBudget {
  #left = maxSchemas

  /** @throws JsonSchemaError when all is spent. */
  spend(): void {
    this.#left -= 1
    if (this.#left >= 0) return
    throw new JsonSchemaError('the schema is too large when its references are written out.')
  }
}
