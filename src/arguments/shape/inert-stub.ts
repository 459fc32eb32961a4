const stubs = new WeakSet()

/**
 * A stand-in for an injected service while a constructor is probed: anything read from it, called or constructed is
 * another stub, and nothing it does has an effect.
 */
export function createInertStub(): object {
  const stub: object = new Proxy(function inertStub() {}, {
    get: (_target, key) => stubMember(key),
    set: () => true,
    defineProperty: () => true,
    deleteProperty: () => true,
    apply: () => createInertStub(),
    construct: () => createInertStub(),
    has: () => false,
    getPrototypeOf: () => Object.prototype,
    setPrototypeOf: () => true,
  })
  stubs.add(stub)
  return stub
}

/** True for a stub, so that a property which holds one is known to be an injected member. */
export function isInertStub(value: unknown): boolean {
  return typeof value === 'function' && stubs.has(value)
}

function stubMember(key: string | symbol): unknown {
  if (key === Symbol.toPrimitive) return () => ''
  if (key === Symbol.iterator) return () => [].values()
  return createInertStub()
}
