import type { Container } from 'inversify'

import type { ToolBody, ToolClass } from '../tools/constructor.js'
import type { ToolContext } from '../tools/tool-context.js'
import type { ToolInstances } from '../tools/tool-instances.js'
import { createFor, createForAsync } from './call-creation.js'
import { FreshInstances } from './classes/fresh-instances.js'
import { createRecorded, type RecordedInstance } from './recorded-instance.js'
import { toService } from './tool-module.js'

/** How the container makes its services. */
export type BindingMode = 'sync' | 'async'

/** Makes one fresh instance of a tool class per attempt, with its services, from an Inversify container. */
export class ContainerInstances implements ToolInstances {
  readonly #container: Container
  readonly #mode: BindingMode
  // A binding changed after discovery could share one instance, and with it the arguments, between calls.
  readonly #fresh = new FreshInstances('Bind the class in transient scope, as toolModule does.')

  constructor(container: Container, mode: BindingMode) {
    this.#container = container
    this.#mode = mode
  }

  /** @throws Error when a dependency cannot be made, or the container returned an instance for the second time. */
  create(toolClass: ToolClass, context: ToolContext): ToolBody | Promise<ToolBody> {
    const service = toService(toolClass)
    const container = this.#container
    const purpose = { container, context }
    if (this.#mode === 'sync') {
      return this.#fresh.assertFresh(createFor(purpose, () => container.get(service)))
    }
    return createForAsync(purpose, () => container.getAsync(service)).then((instance) =>
      this.#fresh.assertFresh(instance),
    )
  }

  /**
   * One instance outside calls and what was injected into it, to learn the initialisers of a class whose constructor
   * needs its services. A `ToolRegistry` injected into it is empty.
   */
  createProbe(toolClass: ToolClass): RecordedInstance {
    const container = this.#container
    const purpose = { container, context: undefined }
    return createFor(purpose, () => createRecorded(container, toolClass))
  }
}
