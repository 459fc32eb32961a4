/** Resolves on SIGINT or SIGTERM; a second one ends the process as if nobody listened. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const listen = (): void => {
      process.off('SIGINT', listen).off('SIGTERM', listen)
      resolve()
    }
    process.on('SIGINT', listen).on('SIGTERM', listen)
  })
}
