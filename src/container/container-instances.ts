import type { Container } from 'inversify'

import { quoteName } from '../errors/quoted-name.js'
import type { ToolBody, ToolClass } from '../tools/constructor.js'
import type { ToolContext } from '../tools/tool-context.js'
import type { ToolInstances } from '../tools/tool-instances.js'
import { createForCall, createForCallAsync } from './injected-registry.js'
import { toService } from './tool-module.js'

/** How the container makes its services. */
export type BindingMode = 'sync' | 'async'

/** Makes one fresh instance of a tool class per attempt, with its services, from an Inversify container. */
export class ContainerInstances implements ToolInstances {
  readonly #container: Container
  readonly #mode: BindingMode
  readonly #handedOut = new WeakSet<object>()

  constructor(container: Container, mode: BindingMode) {
    this.#container = container
    this.#mode = mode
  }

  /** @throws Error when a dependency cannot be made, or the container returned an instance for the second time. */
  create(toolClass: ToolClass, context: ToolContext): ToolBody | Promise<ToolBody> {
    const service = toService(toolClass)
    if (this.#mode === 'sync') {
      return this.#assertFresh(createForCall(context, () => this.#container.get(service)))
    }
    return createForCallAsync(context, () => this.#container.getAsync(service)).then((instance) =>
      this.#assertFresh(instance),
    )
  }

  /** One instance outside calls, to learn the initialisers of a class whose constructor needs its services. */
  createProbe(toolClass: ToolClass): ToolBody {
    return this.#assertFresh(this.#container.get(toService(toolClass)))
  }

  /** A binding changed after discovery could share one instance, and with it the arguments, between calls. */
  #assertFresh(instance: ToolBody): ToolBody {
    if (!this.#handedOut.has(instance)) {
      this.#handedOut.add(instance)
      return instance
    }
    const name = quoteName(instance.constructor.name)
    throw new Error(
      `${name}: the container returned one instance for two calls. Bind the class in transient scope, as toolModule does.`,
    )
  }
}
