import type { ToolRegistry } from '../../../registry/tool-registry.js'

/** Tells, once for all tools at a time, that other tools of a registry are granted than before; returns what stops that. */
export function watchGrants({ definitions }: ToolRegistry, onChanged: () => void): () => void {
  let [isDue, isStopped] = [false, false]
  const listener = (): void => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      if (!isStopped) onChanged()
    })
  }
  const stops = definitions.flatMap(({ watchWithdrawal }) => watchWithdrawal?.(listener) ?? [])
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
