/** The longest time a timer of Node.js counts: one that is longer fires at once. */
export const longestTimerMs = 2 ** 31 - 1

/**
 * Calls `onEnd` once nothing is left of a time, however long it is; never where that is without end. Timers may fire a
 * millisecond early, so each looks at the clock again. Returns what stops it.
 *
 * @param leftMs how much is left by the clock that counts; asked anew each time
 */
export function startTimer(leftMs: () => number, onEnd: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const arm = (ms: number): void => {
    if (ms !== Infinity) timer = setTimeout(check, Math.min(Math.max(ms, 1), longestTimerMs))
  }
  const check = (): void => {
    const ms = leftMs()
    if (ms > 0) arm(ms)
    else onEnd()
  }
  arm(leftMs())
  return () => clearTimeout(timer)
}
