import { hasBrand } from './brand.js'

const brand = Symbol.for('tallystick.DefinitionError')

/** One mistake of an author or operator: where it is, what is wrong, and what to do. */
export interface DefinitionProblem {
  /** What the problem is about, for example `ledger/transfer` or `@Tool on class Transfer`. */
  readonly subject: string
  /** What is wrong. */
  readonly message: string
  /** What to do. */
  readonly fix: string
}

/**
 * A mistake in how tools are defined or wired, thrown at start with all problems at once.
 * A call never ends in one: calls end in a `ToolError`.
 *
 * @example
 * ```ts
 * try {
 *   discoverTools(container)
 * } catch (error) {
 *   if (DefinitionError.is(error)) for (const problem of error.problems) console.error(problem.fix)
 * }
 * ```
 */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError'
  declare readonly problems: readonly DefinitionProblem[]

  constructor(problems: readonly DefinitionProblem[], options?: { readonly cause?: unknown }) {
    super(problems.map(toSentence).join('\n'), options)
    const value = Object.freeze(problems.map((problem) => Object.freeze({ ...problem })))
    // The message says them already; a console would print them twice.
    Object.defineProperty(this, 'problems', { value })
  }

  get [brand](): true {
    return true
  }

  /** True for a `DefinitionError` of any copy of this package. */
  static is(value: unknown): value is DefinitionError {
    return hasBrand(value, brand)
  }
}

function toSentence({ subject, message, fix }: DefinitionProblem): string {
  return `${subject}: ${message} ${fix}`
}
