import { quoteName } from '../../errors/quoted-name.js'
import type { ToolBody } from '../../tools/constructor.js'

/** Watches over what a container hands out: an instance that serves two calls would mix their arguments. */
export class FreshInstances {
  readonly #handedOut = new WeakSet<object>()
  readonly #fix: string

  /** @param fix - what to do about a container that shares instances. */
  constructor(fix: string) {
    this.#fix = fix
  }

  /** @throws Error for an instance that was handed out before. */
  assertFresh(instance: ToolBody): ToolBody {
    if (!this.#handedOut.has(instance)) {
      this.#handedOut.add(instance)
      return instance
    }
    const name = quoteName(instance.constructor.name)
    throw new Error(`${name}: the container returned one instance for two calls. ${this.#fix}`)
  }
}
