import type { ToolIdentity } from '../../errors/tool-error.js'
import type { CallBinding } from '../../tools/call-binding.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { RegistryState } from './registry-state.js'

/** One dispatch, as its caller asked for it. */
export interface DispatchRequest {
  readonly ref: string | ToolIdentity
  readonly input: unknown
  readonly context: ToolContext | ToolContextInit | undefined
  /** What is bound to the call from the start: the record it goes on with, the batch it is one of. */
  readonly binding?: CallBinding | undefined
}

/** Carries out one call on a view; what a body's nested calls go through. */
export type Dispatch = (state: RegistryState, request: DispatchRequest) => Promise<ToolOutcome>
