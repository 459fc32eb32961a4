/**
 * Ends the process shortly after it has nothing more to do, also where the app holds on to a pool, a timer or a foreign
 * server; not before what it printed was taken.
 */
export function endSoon(): void {
  setTimeout(() => process.stdout.write('', () => process.exit()), graceMs).unref()
}

const graceMs = 1000
