import type { ToolEventSink } from '../../tools/tool-event.js'
import type { ToolGrants } from '../../tools/tool-grants.js'
import type { DefinitionIndex } from '../listing/definition-index.js'
import type { LayerStack } from './layer-stack.js'

/** What a registry is made of. Narrowing copies it with another index; the layer stack is shared by reference. */
export interface RegistryState {
  /** The registry itself: what a registry injected into a tool resolves to. */
  readonly registry: object
  readonly index: DefinitionIndex
  readonly stack: LayerStack
  readonly sinks: readonly ToolEventSink[]
  /** Whether `ToolContext.current()` works inside a call. */
  readonly ambientContext: boolean
  /** What the registry is bound to; undefined where every tool is granted. */
  readonly grants?: ToolGrants | undefined
  /** What was granted when it was bound. Narrowing leaves it: the lists of agents were written for all of it. */
  readonly granted?: DefinitionIndex | undefined
}
