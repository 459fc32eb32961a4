import { ToolError } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'

/** What the inside of a scope came to. */
export type ScopeResult =
  | { readonly outcome: ToolOutcome; readonly failure?: never; readonly isKept?: never }
  | { readonly failure: unknown; readonly outcome?: never; readonly isKept: boolean }

/** How a scope broke its contract, for the operator. */
const secondRun = 'called `run` twice. Call it once.'
const lateRun = 'called `run` after `wrap` had returned. Await `run` inside `wrap`.'

/**
 * The `run` that a scope gets, and what is known of it. It goes inwards once. What it settles to is never an unhandled
 * rejection, whether or not the scope awaits it.
 */
export class ScopeRun {
  readonly #goInwards: () => Promise<ToolOutcome>
  #calls = 0
  #isLeft = false
  #result: ScopeResult | undefined
  #misuse: string | undefined
  readonly #keeps: (failure: unknown) => boolean

  /**
   * @param keeps - whether what a failed call did stays, so that `run` resolves.
   */
  constructor(goInwards: () => Promise<ToolOutcome>, keeps: (failure: unknown) => boolean) {
    this.#goInwards = goInwards
    this.#keeps = keeps
  }

  /** What the scope did wrong, if it did. */
  get misuse(): string | undefined {
    return this.#misuse
  }

  get isStarted(): boolean {
    return this.#calls > 0
  }

  /** What the inside came to; undefined while it is not known. */
  get result(): ScopeResult | undefined {
    return this.#result
  }

  /** `wrap` settled: from now on nothing is started. */
  leave(): void {
    this.#isLeft = true
  }

  readonly run = (): Promise<unknown> => {
    const running = this.#start()
    running.catch(() => undefined)
    return running
  }

  async #start(): Promise<unknown> {
    if (this.#isLeft) return this.#refuse(lateRun)
    this.#calls += 1
    if (this.#calls > 1) return this.#refuse(secondRun)
    try {
      const outcome = await this.#goInwards()
      this.#result = { outcome }
      return outcome
    } catch (failure) {
      const isKept = this.#keeps(failure)
      this.#result = { failure, isKept }
      // What landed must not be rolled back, although the call fails.
      if (isKept) return undefined
      throw failure
    }
  }

  #refuse(misuse: string): never {
    this.#misuse = misuse
    throw new TypeError(`A scope ${misuse}`)
  }
}

/** True for a result with which `run` resolves: the transaction round it commits. */
export function isCommitted({ isKept, outcome }: ScopeResult): boolean {
  return outcome !== undefined || isKept
}

/** True for a failure whose call took effect. */
export function hasLanded(failure: unknown): boolean {
  return ToolError.is(failure) && failure.disposition === 'landed'
}
