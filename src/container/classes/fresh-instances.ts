import { quoteName } from '../../errors/quoted-name.js'
import type { ToolBody } from '../../tools/constructor.js'

/** Watches over what a container hands out: an instance that serves two calls would mix their arguments. */
export class FreshInstances {
  readonly #fix: string

  /** @param fix - what to do about a container that shares instances. */
  constructor(fix: string) {
    this.#fix = fix
  }

  /** @throws Error for an instance that was handed out before. */
  assertFresh(instance: ToolBody): ToolBody {
    if (HandedOut.mark(instance)) return instance
    const name = quoteName(instance.constructor.name)
    throw new Error(`${name}: the container returned one instance for two calls. ${this.#fix}`)
  }
}

/** A constructor that returns an object has a subclass put its private members on that. */
const Given = function (instance: object): object {
  return instance
} as unknown as new (instance: object) => object

/** A mark on an instance that nobody else can see. A `WeakSet` of all instances would cost more than the rest of a call. */
class HandedOut extends Given {
  readonly #isMarked = true

  /** Marks an instance; false when it was marked before. */
  static mark(instance: object): boolean {
    if (#isMarked in instance) return false
    return new HandedOut(instance).#isMarked
  }
}
