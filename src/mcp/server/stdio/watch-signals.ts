const endingSignals = ['SIGINT', 'SIGTERM'] as const

/** Asks for an end on the first signal; a second one ends the process at once. Returns what stops watching. */
export function watchSignals(end: () => void): () => void {
  let isEnding = false
  const listen = (): void => {
    if (isEnding) process.exit(1)
    isEnding = true
    end()
  }
  for (const signal of endingSignals) process.on(signal, listen)
  return () => {
    for (const signal of endingSignals) process.off(signal, listen)
  }
}
