import type { ToolOutcome } from '../../tools/outcome.js'
import { watchCancellation } from './cancellation.js'
import type { LiveCall } from './live-call.js'

/**
 * Runs a call until it settles or its caller is let go, whichever comes first. Nothing is raced when nothing can
 * cancel the call.
 */
export function runUntilCancelled(
  live: LiveCall,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  if (!live.link.isCancellable) return run()
  return new Promise((resolve, reject) => {
    const stop = watchCancellation(live.link.cancellation, (cancelled) => {
      reject(live.letGo(cancelled))
    })
    const settle =
      <Value>(settleWith: (value: Value) => void) =>
      (value: Value): void => {
        stop()
        settleWith(value)
      }
    run().then(settle(resolve), settle(reject))
  })
}
