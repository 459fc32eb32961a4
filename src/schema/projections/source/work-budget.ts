import { JsonSchemaError } from '../../json-schema-error.js'

/** Characters of one source at most, as JSON without white space and escapes. */
export const maxSourceLength = 1_048_576

/** Steps of work for one projected schema at most. */
export const maxSteps = 1_500_000

/** This many characters of data cost as much as one schema. */
const charactersPerStep = 64

/** A schema that takes too much work, however few of its references are written out. */
export class WorkBudgetError extends JsonSchemaError {}

/**
 * Counts the work on one schema from reading it to writing it. A step is a schema that is read, merged or written, or
 * a piece of its data; time is not looked at, so that equal schemas end equally.
 */
export class WorkBudget {
  #spent = 0
  #limit = maxSteps
  #isOver = false

  get spent(): number {
    return this.#spent
  }

  /** @throws WorkBudgetError when all is spent. */
  spend(steps: number): void {
    if (this.#isOver) return
    this.#spent += steps
    if (this.#spent <= this.#limit) return
    throw new WorkBudgetError('the schema takes too many steps to read and write.')
  }

  /**
   * From here on only a part of all steps may be spent, so that after a failed attempt there is something left for
   * another.
   */
  allow(share: number): void {
    this.#limit = Math.min(maxSteps, this.#spent + maxSteps * share)
  }

  /** What is read after a schema is written is not counted: `fromModel` never throws. */
  stop(): void {
    this.#isOver = true
  }
}

/** What characters cost. */
export function stepsOf(characters: number): number {
  return Math.floor(characters / charactersPerStep)
}

/**
 * How long a value is as JSON, near enough.
 *
 * @throws WorkBudgetError beyond the length of a source. A RangeError is left to the caller: the value is nested too
 * deep, or holds itself.
 */
export function lengthOf(value: unknown, known = 0): number {
  let length = known + ownLength(value)
  if (length > maxSourceLength)
    throw new WorkBudgetError(
      `the schema has more than ${maxSourceLength.toString()} characters of JSON.`,
    )
  if (typeof value !== 'object' || value === null) return length
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) length = lengthOf(item, length + 1)
    return length
  }
  for (const [name, member] of Object.entries(value))
    length = lengthOf(member, length + name.length + 4)
  return length
}

function ownLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  return typeof value === 'object' && value !== null ? 2 : String(value).length
}
