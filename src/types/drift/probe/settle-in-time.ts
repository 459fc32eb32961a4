/** Ends the check of a class whose validators do not answer. */
export class UnsettledProbe extends Error {
  override readonly name = 'UnsettledProbe'
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super('A validator did not answer.')
    this.timeoutMs = timeoutMs
  }
}

/**
 * What a promise resolves to.
 *
 * @throws UnsettledProbe when that takes longer.
 */
export async function settleInTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new UnsettledProbe(timeoutMs))
    }, timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
