import { JsonSchemaError } from '../../json-schema-error.js'

const maxSchemas = 20_000

/** A schema that is too large only when its references are written out; with fewer of them it may do. */
export class SchemaBudgetError extends JsonSchemaError {
  constructor() {
    super('the schema is too large when its references are written out.')
  }
}

/** Counts what one projection writes, so that references to references to references do not fill the memory. */
export class SchemaBudget {
  #left = maxSchemas

  /** @throws SchemaBudgetError when all is spent. */
  spend(): void {
    this.#left -= 1
    if (this.#left < 0) throw new SchemaBudgetError()
  }
}
