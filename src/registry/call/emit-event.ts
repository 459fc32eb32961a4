import type { ToolEvent, ToolEventSink } from '../../tools/tool-event.js'

/** Hands an event to every sink. What a sink throws, at once or later, is dropped: watching never breaks a call. */
export function emitEvent(sinks: readonly ToolEventSink[], event: ToolEvent): void {
  for (const sink of sinks) {
    try {
      const returned = sink(event)
      if (typeof returned === 'object') Promise.resolve(returned).catch(ignore)
    } catch {
      // The next sink still gets the event.
    }
  }
}

function ignore(): void {
  // A sink's own trouble.
}
