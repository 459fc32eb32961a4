import { extensionKey, type ExtensionKey } from './extension-key.js'

/** Where a call stands in a distributed trace, as W3C Trace Context writes it. */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string
}

/** Under this key telemetry tells what performs a call elsewhere in which trace it does so; absent without telemetry. @internal */
export const outgoingTrace: ExtensionKey<TraceContext> = extensionKey('outgoing-trace')
