import type { ServerContext } from '@modelcontextprotocol/server'

import type { McpProgress } from '../../call-extensions.js'

/**
 * What sends the progress of one call to whoever asked for it; undefined where nobody did. MCP wants progress to grow, so a
 * report that does not is dropped, and so is what comes after the call has ended or was cancelled.
 */
export function createProgress(
  { mcpReq }: ServerContext,
  isEnded: () => boolean,
): ((progress: McpProgress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let reached = -Infinity
  return ({ progress, total, message }) => {
    if (isEnded() || mcpReq.signal.aborted || !(progress > reached)) return
    reached = progress
    const known = {
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    }
    const params = { progressToken, progress, ...known }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
