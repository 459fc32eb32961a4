/** Codes of issues that admit itself finds; any other code is the name of a class-validator rule or a JSON Schema keyword. */
export const issueCodes = [
  'unknownKey',
  'forbiddenKey',
  'notAnObject',
  'notJson',
  'tooLarge',
  'tooDeep',
  'tooManyValues',
  'required',
  'nullNotAllowed',
  'transform',
  'tuple',
  'bigint',
  'moreIssues',
] as const

/**
 * One reason why arguments (or an output) were refused.
 *
 * `path` starts at the root, as `lines[1].qty`; `''` is the root itself. `message` names
 * path, rule and what was expected, never the received value.
 */
export interface Issue {
  /** From the root, as `lines[1].qty`; `''` is the root itself. */
  readonly path: string
  /** One of `issueCodes`, the name of a class-validator rule, or a JSON Schema keyword. */
  readonly code: string
  /** Path, rule and what was expected; never the received value. */
  readonly message: string
}

/** A frozen issue with what an issue has, and nothing else. @internal */
export function copyIssue({ path, code, message }: Issue): Issue {
  return Object.freeze({ path, code, message })
}
