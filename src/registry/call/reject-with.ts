const nextTurn = Promise.resolve()

/**
 * A promise that rejects with an error of ours, without throwing it, and in the next turn: by then somebody listens, so
 * that the runtime does not keep book of it as of a rejection that nobody handles.
 */
export function rejectWith(error: unknown): Promise<never> {
  return new Promise((_resolve, reject) => {
    void nextTurn.then(() => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- What a stage rejects with goes on as it is.
      reject(error)
    })
  })
}
