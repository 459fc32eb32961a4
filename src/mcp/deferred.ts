/** A promise that is settled from elsewhere; Node.js 20 has no `Promise.withResolvers`. */
export interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Makes one that is not settled. */
export function createDeferred(): Deferred {
  let resolve: () => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<void>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}
