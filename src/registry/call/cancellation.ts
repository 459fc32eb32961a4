import { startTimer } from './long-timer.js'
import { watchSignal } from './watch-signal.js'

/** What can cancel a call. */
export interface Cancellation {
  readonly signal?: AbortSignal
  readonly deadlineMs?: number
}

/** Why a call is cancelled, and what its own signal fires with. */
export interface Cancelled {
  readonly code: 'CANCELLED' | 'TIMED_OUT'
  readonly reason: unknown
}

/** Why a call that has this cancellation is cancelled by now, if it is. */
export function findCancelled({ signal, deadlineMs }: Cancellation): Cancelled | undefined {
  if (signal?.aborted === true) return { code: 'CANCELLED', reason: signal.reason as unknown }
  if (deadlineMs !== undefined && deadlineMs <= Date.now()) return deadlinePassed()
  return undefined
}

/**
 * Tells `onCancelled` once when the signal fires or the deadline passes. Returns what stops the watch;
 * no listener and no timer is left once it fired or was stopped.
 */
export function watchCancellation(
  cancellation: Cancellation,
  onCancelled: (cancelled: Cancelled) => void,
): () => void {
  const { signal, deadlineMs } = cancellation
  const stop = (): void => {
    stopTimer?.()
    unwatch?.()
  }
  const end = (): void => {
    stop()
    onCancelled(findCancelled(cancellation) ?? deadlinePassed())
  }
  const unwatch = signal && watchSignal(signal, end)
  const stopTimer =
    deadlineMs === undefined ? undefined : startTimer(() => deadlineMs - Date.now(), end)
  return stop
}

function deadlinePassed(): Cancelled {
  return {
    code: 'TIMED_OUT',
    reason: new DOMException('The deadline of the call passed.', 'TimeoutError'),
  }
}
