const watches = new WeakMap<AbortSignal, SignalWatch>()

/**
 * Tells `onAbort` once when the signal fires; returns what stops that. All calls that watch one signal share one
 * listener, so that Node.js does not take many calls for a leak. It is gone when nobody watches any more.
 */
export function watchSignal(signal: AbortSignal, onAbort: () => void): () => void {
  let watch = watches.get(signal)
  if (watch === undefined) watches.set(signal, (watch = new SignalWatch(signal)))
  return watch.add(onAbort)
}

class SignalWatch {
  readonly #signal: AbortSignal
  readonly #watchers = new Set<() => void>()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  add(onAbort: () => void): () => void {
    const watcher = (): void => {
      onAbort()
    }
    if (this.#watchers.size === 0) this.#signal.addEventListener('abort', this.#tellAll)
    this.#watchers.add(watcher)
    return () => {
      this.#remove(watcher)
    }
  }

  #remove(watcher: () => void): void {
    if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return
    this.#signal.removeEventListener('abort', this.#tellAll)
  }

  // Each watcher stops its own watch, and may stop others, while it is told.
  readonly #tellAll = (): void => {
    for (const watcher of [...this.#watchers]) if (this.#watchers.has(watcher)) watcher()
  }
}
