import fc from 'fast-check'

type Members = Record<string | symbol, unknown>

/** What nobody should put into a value, or in place of it, but a program can. */
const changes: Readonly<Record<string, (owner: Members, place: string) => void>> = {
  'an accessor': (owner, place) => {
    const value = owner[place]
    Object.defineProperty(owner, place, { get: () => value, enumerable: true, configurable: true })
  },
  'a setter alone': (owner, place) => {
    Object.defineProperty(owner, place, {
      set: () => undefined,
      enumerable: true,
      configurable: true,
    })
  },
  'a hidden member': (owner, place) => {
    const value = owner[place]
    Object.defineProperty(owner, place, { value, enumerable: false, configurable: true })
  },
  'a symbol': (owner) => {
    owner[Symbol('s')] = 1
  },
  undefined: (owner, place) => {
    owner[place] = undefined
  },
  'a member more that is undefined': (owner) => {
    owner['extra'] = undefined
  },
  NaN: (owner, place) => {
    owner[place] = Number.NaN
  },
  'a function': (owner, place) => {
    owner[place] = () => 1
  },
  'an instance': (owner, place) => {
    owner[place] = new Date(0)
  },
  'no prototype': (owner, place) => {
    const value = owner[place]
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      owner[place] = Object.assign(Object.create(null) as object, value)
  },
  'another prototype': (owner, place) => {
    const value = owner[place]
    if (typeof value === 'object' && value !== null) owner[place] = Object.create(value)
  },
  'a cycle': (owner, place) => {
    owner[place] = owner
  },
  'a key of the language': (owner) => {
    const key =
      ['__proto__', 'constructor', 'prototype', 'hasOwnProperty'][Object.keys(owner).length % 4] ??
      ''
    Object.defineProperty(owner, key, {
      value: {},
      enumerable: true,
      configurable: true,
      writable: true,
    })
  },
  'a proxy': (owner, place) => {
    const value = owner[place]
    if (typeof value === 'object' && value !== null) owner[place] = new Proxy(value, {})
  },
  'a hole': (owner, place) => {
    const value = owner[place]
    if (Array.isArray(value)) value.length += 1
  },
  'a named member': (owner, place) => {
    const value = owner[place]
    if (Array.isArray(value)) Object.assign(value, { x: 1 })
  },
  'a hole beside a named member': (owner, place) => {
    const value = owner[place]
    if (!Array.isArray(value) || value.length === 0) return
    Reflect.deleteProperty(value, 0)
    Object.assign(value, { x: 1 })
  },
  'a hidden accessor': (owner) => {
    Object.defineProperty(owner, `hidden${Object.keys(owner).length.toString()}`, {
      get: () => 1,
      enumerable: false,
    })
  },
  'a method of its own': (owner, place) => {
    const value = owner[place]
    if (!Array.isArray(value)) return
    for (const name of ['forEach', 'map', 'keys'])
      Object.defineProperty(value, name, { value: () => 'no', configurable: true })
  },
  'a prototype that is watched': (owner, place) => {
    const value = owner[place]
    if (typeof value !== 'object' || value === null) return
    const prototype = Object.getPrototypeOf(value) as object
    owner[place] = Object.setPrototypeOf(value, new Proxy(Object.create(prototype) as object, {}))
  },
  'a class of arrays': (owner, place) => {
    const value = owner[place]
    if (Array.isArray(value))
      owner[place] = Object.setPrototypeOf(value, class extends Array {}.prototype)
  },
  frozen: (owner) => {
    Object.freeze(owner)
  },
}

/** One hostile change at some place. */
export const hostileChange = fc.record({
  name: fc.constantFrom(...Object.keys(changes)),
  slot: fc.nat(60),
})
type HostileChange = typeof hostileChange extends fc.Arbitrary<infer Value> ? Value : never

/** Changes one place of an input, the root included. */
export function change(input: unknown, { name, slot }: HostileChange): unknown {
  const holder: Members = { root: input }
  const slots = slotsOf(holder)
  const [owner, place] = slots[slot % slots.length] ?? []
  if (owner !== undefined && place !== undefined) changes[name]?.(owner, place)
  return holder['root']
}

function slotsOf(value: unknown): readonly (readonly [Members, string])[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Members
  return Object.keys(owner).flatMap((name) => [[owner, name] as const, ...slotsOf(owner[name])])
}
