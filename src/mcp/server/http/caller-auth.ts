import type { AuthInfo } from '@modelcontextprotocol/server'

import type { ToolRegistry } from '../../../registry/tool-registry.js'
import type { OpenCalls } from '../serving/open-calls.js'
import type { McpCaller } from '../serving/serve-options.js'

/** Who is served, with which tools, and among which calls. */
export interface AdmittedCaller {
  readonly caller: McpCaller
  readonly view: ToolRegistry
  readonly calls: OpenCalls
}

/** The SDK hands this on unread, from one request to the server that is made for it: never a credential. */
export function toAuthInfo(admitted: AdmittedCaller): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { admitted } }
}

/** What `toAuthInfo` was given. */
export function fromAuthInfo(authInfo: AuthInfo | undefined): AdmittedCaller {
  const { admitted } = authInfo?.extra ?? {}
  return admitted as AdmittedCaller
}
