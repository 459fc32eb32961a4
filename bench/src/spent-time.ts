/** What something took of the processors and of the clock. */
export interface SpentTime {
  /** Of all threads of the process. */
  readonly cpuMs: number
  readonly wallMs: number
}

/** Starts to measure; what it gives stops. */
export function measureTime(): () => SpentTime {
  const startMs = performance.now()
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return { cpuMs: (user + system) / 1000, wallMs: performance.now() - startMs }
  }
}
