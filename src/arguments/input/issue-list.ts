import type { Issue } from '../../errors/issue.js'

const maxIssues = 50

/** Collects the reasons of a refusal: the first fifty, then one `moreIssues` that counts the rest. */
export class IssueList {
  readonly #issues: Issue[] = []
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** How many were added, those beyond the cap included. */
  get count(): number {
    return this.#count
  }

  /** How many of one code are shown. */
  countOf(code: string): number {
    return this.#issues.filter((issue) => issue.code === code).length
  }

  /** `message` may be a function, which is called only for an issue that is shown. */
  add(path: string, code: string, message: string | (() => string)): void {
    this.#count += 1
    if (this.#issues.length >= maxIssues) return
    const text = typeof message === 'function' ? message() : message
    this.#issues.push(Object.freeze({ path, code, message: text }))
  }

  toArray(): readonly Issue[] {
    const more = this.#count - this.#issues.length
    if (more === 0) return Object.freeze([...this.#issues])
    const message = `${more.toString()} more issues are not shown.`
    return Object.freeze([
      ...this.#issues,
      Object.freeze({ path: '', code: 'moreIssues', message }),
    ])
  }
}
