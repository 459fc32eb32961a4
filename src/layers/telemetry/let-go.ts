import { findCancelled } from '../../registry/call/cancellation.js'
import { LiveLink } from '../../registry/call/live-link.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { CallFailed } from './call-end.js'
import { quietly } from './quietly.js'

/**
 * Tells what a caller gets that is let go while the call goes on: its signal fired or its deadline passed, and what the
 * layers inside come to later reaches nobody. Returns what ends the watch.
 */
export function watchLetGo(context: ToolContext, tell: (end: CallFailed) => void): () => void {
  const link = ToolContext.linkOf(context)
  if (!(link instanceof LiveLink) || !link.isCancellable) return () => undefined
  const { signal } = link
  // What a listener throws would end the process.
  const onAbort = (): void => quietly(() => tell(toLetGo(link)))
  signal.addEventListener('abort', onAbort, { once: true })
  return () => signal.removeEventListener('abort', onAbort)
}

function toLetGo({ cancellation, mark }: LiveLink): CallFailed {
  const code = findCancelled(cancellation)?.code ?? 'CANCELLED'
  return { status: 'failed', code, disposition: mark.disposition }
}
