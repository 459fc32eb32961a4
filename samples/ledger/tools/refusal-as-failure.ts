import { ToolFailure } from 'tallystick'
import { LedgerRefusal } from '../books/ledger-refusal.js'

/**
 * Runs the work of a tool. What the ledger refuses becomes a failure the model may read, with the promise that
 * nothing was booked; anything else stays unforeseen, and the model is not told of it.
 */
export function refusalAsFailure<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error
    throw new ToolFailure(error.message, { disposition: 'did-not-happen', cause: error })
  }
}
