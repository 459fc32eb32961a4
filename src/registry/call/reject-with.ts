const nextTurn = Promise.resolve()

/**
 * A promise that rejects with an error of ours, without throwing it, and in the next turn. By then somebody listens, here
 * and to what is made of it, so that the runtime does not keep book of either as of a rejection that nobody handles.
 */
export function rejectWith(error: unknown): Promise<never> {
  const rejected = new Promise<never>((_resolve, reject) => {
    void nextTurn.then(() => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- What a stage rejects with goes on as it is.
      reject(error)
    })
  })
  rejected.catch(ignore)
  return rejected
}

function ignore(): void {
  // Whoever was given the promise hears of it.
}
