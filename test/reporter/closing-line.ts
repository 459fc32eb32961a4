import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** How many tests ended in which way. What failed outside a test counts as one failure. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What the reporter needs of the process it closes. */
export interface ClosingProcess {
  exitCode?: number | string | null | undefined
  once(event: 'exit', listener: () => void): unknown
  readonly stdout: { write(text: string): unknown }
}

/**
 * Prints `N passed, N failed` as the last line of a run, after everything else that reports.
 * A run that did not come to its end, or ran no test, is a failed one.
 */
export class ClosingLine implements Reporter {
  readonly #process: ClosingProcess
  #tally: Tally = { passed: 0, failed: 1, skipped: 0 }

  constructor(closingProcess: ClosingProcess = process) {
    this.#process = closingProcess
  }

  /** Coverage and threshold messages come after the end of the run, so the line waits for the exit. */
  onInit(): void {
    this.#process.once('exit', () => {
      if (this.#tally.failed > 0) this.#process.exitCode ||= 1
      this.#process.stdout.write(`${closingLine(this.#tally)}\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#tally = tallyRun(modules, unhandledErrors.length)
  }
}

/** `2 passed, 1 failed`, and `, 3 skipped` when there are any. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  const end = skipped === 0 ? '' : `, ${skipped.toString()} skipped`
  return `${passed.toString()} passed, ${failed.toString()} failed${end}`
}

/** Counts a finished run: its tests, and the files, suites and stray errors that failed outside of one. */
function tallyRun(modules: readonly TestModule[], unhandledErrorCount: number): Tally {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const containers = modules.flatMap((module) => [module, ...module.children.allSuites()])
  const count = (state: string): number => tests.filter((test) => stateOf(test) === state).length
  const passed = count('passed')
  const failed =
    count('failed') + count('pending') + containers.filter(hasOwnError).length + unhandledErrorCount
  return { passed, failed: passed === 0 && failed === 0 ? 1 : failed, skipped: count('skipped') }
}

function stateOf(test: TestCase): string {
  return test.result().state
}

function hasOwnError(container: TestModule | TestSuite): boolean {
  return container.errors().length > 0
}
