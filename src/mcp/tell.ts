/** Tells a listener. What it throws, at once or later, is dropped: who is told must not decide what becomes of a call. */
export function tell<Word>(listener: (word: Word) => unknown, word: Word): void {
  try {
    const returned = listener(word)
    if (typeof returned === 'object') Promise.resolve(returned).catch(() => undefined)
  } catch {
    // A listener's own trouble.
  }
}
