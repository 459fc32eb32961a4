import type { ClientSdk } from '../sdk.js'

/** What a socket was about to do while there was no connection yet: to find the address and to connect. */
const stepsBeforeSending: ReadonlySet<unknown> = new Set([
  ...['connect', 'getaddrinfo', 'queryA', 'queryAaaa'],
])

/** `fetch` says with it that the connection was not there in time; it names no step. */
const connectTimeout = 'UND_ERR_CONNECT_TIMEOUT'

/**
 * True where an error proves that nothing of a request left this process. The code alone does not: a host can become
 * unreachable under a connection that carried the request already (`read EHOSTUNREACH`). What proves nothing is sent.
 */
export function isUnsent({ SdkError, SdkErrorCode }: ClientSdk, error: unknown): boolean {
  if (SdkError.isInstance(error)) return error.code === SdkErrorCode.NotConnected
  // In these words alone the client refuses a request for which it has no transport any more.
  if (error instanceof Error && error.message === 'Not connected') return true
  return isBeforeSending(error)
}

/** Of several attempts every one must have come to nothing. An error that names its step is not asked for its cause. */
function isBeforeSending(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, errors } = error as {
    readonly code?: unknown
    readonly syscall?: unknown
    readonly errors?: unknown
  }
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isBeforeSending)
  if (syscall !== undefined) return stepsBeforeSending.has(syscall)
  return code === connectTimeout || isBeforeSending(error.cause)
}
