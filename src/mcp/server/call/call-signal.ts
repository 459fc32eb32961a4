import type { Connection } from '../serving/serving.js'

/**
 * Cancels a call on its caller's word. On the revisions of 2025 a connection that is lost cancels nothing; from 2026-07-28
 * on it does. One listener, and no signal made of others: Node.js keeps those in lists that the collector has to clean.
 */
export function cancelWith(
  request: AbortSignal,
  call: AbortController,
  { era, sdk }: Connection,
): void {
  const { SdkError, SdkErrorCode } = sdk
  const cancel = (): void => {
    const reason: unknown = request.reason
    const isLost = reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
    if (era === 'modern' || !isLost) call.abort(reason)
  }
  if (request.aborted) cancel()
  else request.addEventListener('abort', cancel, { once: true })
}
