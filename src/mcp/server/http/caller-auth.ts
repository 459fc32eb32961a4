import type { AuthInfo } from '@modelcontextprotocol/server'

import type { ServedCaller } from '../serving/serving.js'

/** The SDK hands this on unread, from one request to what answers it: never a credential. */
export function toAuthInfo(admitted: ServedCaller): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { admitted } }
}

/** What `toAuthInfo` was given. */
export function fromAuthInfo(authInfo: AuthInfo | undefined): ServedCaller {
  const { admitted } = authInfo?.extra ?? {}
  return admitted as ServedCaller
}
