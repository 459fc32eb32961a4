import type { Connection } from '../serving/serving.js'

/**
 * What cancels a call: its caller's word, or the server that stops. On the revisions of 2025 a connection that is lost
 * cancels nothing; from 2026-07-28 on it does.
 */
export function createCallSignal(
  { era, sdk }: Connection,
  request: AbortSignal,
  stop: AbortSignal,
): AbortSignal {
  if (era === 'modern') return AbortSignal.any([request, stop])
  const { SdkError, SdkErrorCode } = sdk
  const controller = new AbortController()
  const cancel = (): void => {
    const reason: unknown = request.reason
    const isLost = reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
    if (!isLost) controller.abort(reason)
  }
  if (request.aborted) cancel()
  else request.addEventListener('abort', cancel, { once: true })
  return AbortSignal.any([controller.signal, stop])
}
