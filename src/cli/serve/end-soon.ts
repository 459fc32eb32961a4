/** Ends the process shortly after it has nothing more to serve, also where the app holds on to a pool or a timer. */
export function endSoon(): void {
  setTimeout(() => process.exit(), graceMs).unref()
}

const graceMs = 1000
