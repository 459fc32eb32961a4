const endingSignals = ['SIGINT', 'SIGTERM'] as const

/** Asks for an end on the first signal; a second one ends the process at once. Returns what stops watching. */
export function watchSignals(end: () => void): () => void {
  let isEnding = false
  const listen = (signal: NodeJS.Signals): void => {
    if (isEnding) process.exit(1)
    isEnding = true
    process.exitCode ??= signal === 'SIGINT' ? 130 : 0
    end()
  }
  for (const signal of endingSignals) process.on(signal, listen)
  return () => {
    for (const signal of endingSignals) process.off(signal, listen)
  }
}
