import { types } from 'node:util'

/** What watching gives, or undefined where it fails, at once or later: it never breaks a call. */
export function quietly<Result>(watch: () => Result): Result | undefined {
  try {
    const result = watch()
    if (types.isPromise(result)) void result.then(undefined, ignore)
    return result
  } catch {
    return undefined
  }
}

function ignore(): void {
  // The trouble of whoever watches.
}
