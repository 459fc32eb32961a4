import type { AskedSchemas } from './asked-schemas.js'

/** How many schemas may be asked about one and the same value. More is a schema that was made to stop a process. */
export const maxEvaluations = 10_000

/**
 * How many schemas a validator asks about one value at worst, counted at the schema that asks most; more than
 * `maxEvaluations` is told as that and one. References count as what they lead to, by pointer, `$id` or anchor:
 * twenty-five definitions that each name the next one twice ask over thirty million times.
 *
 * @throws JsonSchemaError for a reference to what the schema does not hold.
 */
export function evaluationCost(schemas: AskedSchemas): number {
  const counter = new EvaluationCounter(schemas)
  let highest = 0
  for (const each of schemas.all()) {
    highest = Math.max(highest, counter.count(each))
    if (highest > maxEvaluations) break
  }
  return highest
}

class EvaluationCounter {
  readonly #schemas: AskedSchemas
  readonly #costs = new Map<object, number>()
  /** The schemas being counted, each with the number of those that led to it. */
  readonly #open = new Map<object, number>()
  /** The first of them that what was counted since leads back to. */
  #first = Infinity

  constructor(schemas: AskedSchemas) {
    this.#schemas = schemas
  }

  count(schema: object): number {
    const known = this.#costs.get(schema)
    if (known !== undefined) return known
    const place = this.#open.get(schema)
    if (place === undefined) return this.#countNew(schema)
    // A schema that asks itself about the same value again never ends, and what never ends is stopped at the next call.
    this.#first = Math.min(this.#first, place)
    return 1
  }

  #countNew(schema: object): number {
    const place = this.#open.size
    const outer = this.#first
    this.#first = Infinity
    this.#open.set(schema, place)
    const cost = this.#sum(schema)
    this.#open.delete(schema)
    // What leads back to one that is still open costs more when it is asked from elsewhere.
    if (this.#first >= place) this.#costs.set(schema, cost)
    this.#first = Math.min(outer, this.#first >= place ? Infinity : this.#first)
    return cost
  }

  #sum(schema: object): number {
    let cost = 1
    for (const asked of this.#schemas.about(schema)) {
      cost += this.count(asked)
      // What leads back is counted again each time: no further than to know that it is too much.
      if (cost > maxEvaluations) return maxEvaluations + 1
    }
    return cost
  }
}
