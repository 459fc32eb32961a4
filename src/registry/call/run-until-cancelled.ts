import type { ToolOutcome } from '../../tools/outcome.js'
import { watchCancellation } from './cancellation.js'
import type { LiveCall } from './live-call.js'
import type { Result } from './passage.js'

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
    const end = (result: Result): void => {
      stop()
      live.settle(result)
    }
    const running = run()
    running.then(
      (outcome) => end({ outcome }),
      (failure: unknown) => end({ failure }),
    )
    running.then(resolve, reject)
  })
}
