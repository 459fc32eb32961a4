import { ToolFailure } from '../../../errors/tool-failure.js'
import type { GrantTerms } from '../../../tools/foreign-tool.js'
import { foreignWords } from '../foreign-words.js'
import type { AnyResult } from '../list/any-result.js'
import type { ClientSdk } from '../sdk.js'
import { textOf } from './foreign-content.js'
import { isUnsent } from './is-unsent.js'

/** Where and under which terms a call was made. */
export interface CallPlace {
  readonly sdk: ClientSdk
  readonly server: string
  readonly terms: GrantTerms
}

const longestText = 4000

/** JSON-RPC says with these that the request was not carried out: it could not be read, or there is no such thing. */
const refusals: ReadonlySet<number> = new Set([-32_600, -32_601, -32_602, -32_700])

/**
 * The official SDK answers with "invalid parameters" as well where what the tool returned is no result, or breaks its output
 * schema: the tool has run by then.
 */
const saysResult = /\b(?:results?|outputs?|structured ?content)\b/i

/** With these a server, or what stands before it, refuses a request that it did not take in. */
const refusingStatuses: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 415, 429])

/** The error that a tool reports about itself. */
export function reportedFailure({ server, terms }: CallPlace, result: AnyResult): ToolFailure {
  const text = textOf(result, longestText)
  return new ToolFailure(text === '' ? `The server "${server}" reports an error.` : text, {
    disposition: terms.errors ?? 'in-doubt',
    cause: result,
  })
}

/** What the failure of a request says of the far side. A lost connection and a missing answer say nothing. */
export function requestFailure(place: CallPlace, error: unknown): ToolFailure {
  const { sdk, server, terms } = place
  if (sdk.ProtocolError.isInstance(error)) return protocolFailure(place, error)
  if (isUnsent(sdk, error)) {
    const options = { disposition: 'did-not-happen', retryable: true, cause: error } as const
    return new ToolFailure(`The server "${server}" could not be reached.`, options)
  }
  if (sdk.SdkHttpError.isInstance(error) && refusingStatuses.has(error.status)) {
    const options = { disposition: 'did-not-happen', cause: error } as const
    return new ToolFailure(`The server "${server}" refused the call.`, options)
  }
  // Whether a write may be tried again is nobody's guess.
  const retryable = terms.effect !== 'write'
  return new ToolFailure(wordsOf(place, error), {
    disposition: 'in-doubt',
    retryable,
    cause: error,
  })
}

/** True where the connection itself is of no more use. */
export function breaksConnection({ sdk }: CallPlace, error: unknown): boolean {
  if (sdk.ProtocolError.isInstance(error)) return false
  if (sdk.SdkHttpError.isInstance(error)) return error.status === 404
  if (sdk.SdkError.isInstance(error)) return error.code === sdk.SdkErrorCode.NotConnected
  return true
}

function protocolFailure(
  { server }: CallPlace,
  error: { readonly code: number; readonly message: string },
): ToolFailure {
  if (!refusals.has(error.code) || saysResult.test(error.message)) {
    const text = `The server "${server}" failed.`
    return new ToolFailure(text, { disposition: 'in-doubt', cause: error })
  }
  const text = `The server "${server}" refused the call: ${foreignWords(error.message, longestText)}`
  return new ToolFailure(text, { disposition: 'did-not-happen', cause: error })
}

function wordsOf({ sdk, server }: CallPlace, error: unknown): string {
  const isTimeout = sdk.SdkError.isInstance(error) && error.code === sdk.SdkErrorCode.RequestTimeout
  return isTimeout
    ? `The server "${server}" did not answer in time.`
    : `The connection to the server "${server}" failed before it answered.`
}
