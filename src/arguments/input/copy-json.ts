import { types } from 'node:util'

import { joinPath } from '../../errors/argument-path.js'
import type { JsonValue } from '../../schema/json.js'
import type { AdmitLimits } from './admit-limits.js'
import type { IssueList } from './issue-list.js'

type Container = Record<string, JsonValue> | JsonValue[]

/** Where a copied value goes. `parent` is undefined for the root. */
interface Slot {
  readonly container: Container
  readonly key: string | number
  readonly parent: Frame | undefined
}

/** An object or array whose members are being copied. */
interface Frame {
  readonly source: object
  readonly copy: Container
  readonly keys: readonly string[] | undefined
  readonly length: number
  readonly slot: Slot
  readonly depth: number
  position: number
}

/** What a copy is held to. */
export interface CopyOptions {
  readonly limits: AdmitLimits
  readonly issues: IssueList
  /** The path of the value itself; `''` for the arguments as a whole. */
  readonly path: string
}

/**
 * Copies plain JSON data, so that nothing aliases the caller's object and nothing but data comes in. Walks without
 * recursion, in time linear in what the limits let through.
 *
 * Adds `notJson` for own accessors, other prototypes, symbols, functions, bigints, numbers that are not finite, holes
 * and cycles; `forbiddenKey` for `__proto__`; `tooDeep` or `tooManyValues` where the walk stops.
 * Undefined when it added anything.
 */
export function copyJson(input: unknown, options: CopyOptions): JsonValue | undefined {
  const before = options.issues.count
  try {
    const copy = new JsonCopier(options).copy(input)
    return options.issues.count === before ? copy : undefined
  } catch {
    options.issues.add(options.path, 'notJson', 'The arguments cannot be read as JSON data.')
    return undefined
  }
}

class JsonCopier {
  readonly #limits: AdmitLimits
  readonly #issues: IssueList
  readonly #path: string
  readonly #open = new Set<object>()
  /** The root counts as one. */
  #values = 1
  #isStopped = false

  constructor({ limits, issues, path }: CopyOptions) {
    this.#limits = limits
    this.#issues = issues
    this.#path = path
  }

  copy(input: unknown): JsonValue | undefined {
    const holder: JsonValue[] = []
    let frame = this.#take(input, { container: holder, key: 0, parent: undefined })
    while (frame !== undefined && !this.#isStopped) {
      frame = frame.position < frame.length ? (this.#step(frame) ?? frame) : this.#close(frame)
    }
    return holder[0]
  }

  /** Copies the next member of a frame; returns the member's own frame when it has members. */
  #step(frame: Frame): Frame | undefined {
    if (!this.#countValue()) return undefined
    const key = frame.keys?.[frame.position] ?? frame.position
    const slot: Slot = { container: frame.copy, key, parent: frame }
    frame.position += 1
    const descriptor = Object.getOwnPropertyDescriptor(frame.source, key)
    if (key === '__proto__') this.#refuse(slot, forbidden)
    else if (descriptor === undefined) this.#refuse(slot, notJson('a hole'))
    else if (!('value' in descriptor)) this.#refuse(slot, notJson('an accessor'))
    else if (descriptor.value !== undefined || frame.keys === undefined) {
      return this.#take(descriptor.value, slot)
    }
    return undefined
  }

  #close(frame: Frame): Frame | undefined {
    this.#open.delete(frame.source)
    return frame.slot.parent
  }

  /** Counts a member, absent ones included: looking at it costs as much. */
  #countValue(): boolean {
    this.#values += 1
    if (this.#values > this.#limits.maxValues) this.#stopAtValues()
    return !this.#isStopped
  }

  #take(value: unknown, slot: Slot): Frame | undefined {
    if (typeof value === 'object' && value !== null) return this.#openFrame(value, slot)
    else if (isJsonPrimitive(value)) putMember(slot, value)
    else this.#refuse(slot, notJson(nameKind(value)))
    return undefined
  }

  #openFrame(source: object, slot: Slot): Frame | undefined {
    const depth = (slot.parent?.depth ?? 0) + 1
    const foreign = this.#open.has(source) ? 'a cycle' : describeForeign(source)
    if (depth > this.#limits.maxDepth) this.#stopAtDepth()
    else if (foreign !== undefined) this.#refuse(slot, notJson(foreign))
    else return this.#frameOf(source, slot, depth)
    return undefined
  }

  #frameOf(source: object, slot: Slot, depth: number): Frame {
    const keys = Array.isArray(source) ? undefined : Object.keys(source)
    const copy: Container = keys === undefined ? [] : {}
    const length = keys?.length ?? (source as readonly unknown[]).length
    putMember(slot, copy)
    this.#open.add(source)
    return { source, copy, keys, length, slot, depth, position: 0 }
  }

  #stopAtDepth(): void {
    this.#isStopped = true
    const limit = this.#limits.maxDepth.toString()
    const message = `The arguments must not nest deeper than ${limit} levels.`
    this.#issues.add(this.#path, 'tooDeep', message)
  }

  #stopAtValues(): void {
    this.#isStopped = true
    const limit = this.#limits.maxValues.toString()
    const message = `The arguments must not hold more than ${limit} values.`
    this.#issues.add(this.#path, 'tooManyValues', message)
  }

  #refuse(slot: Slot, { code, rule }: Refusal): void {
    const path = slotPath(slot, this.#path)
    this.#issues.add(path, code, `${path === '' ? 'The arguments' : path} ${rule}`)
  }
}

interface Refusal {
  readonly code: string
  readonly rule: string
}

const forbidden: Refusal = { code: 'forbiddenKey', rule: 'is not allowed as a key. Remove it.' }

function notJson(kind: string): Refusal {
  return { code: 'notJson', rule: `must not be ${kind}. Send plain JSON data.` }
}

function slotPath(slot: Slot, root: string): string {
  const keys: (string | number)[] = []
  for (let at = slot; at.parent !== undefined; at = at.parent.slot) keys.push(at.key)
  return keys.reverse().reduce<string>((path, key) => joinPath(path, key), root)
}

function putMember({ container, key }: Slot, value: JsonValue): void {
  if (Array.isArray(container)) container[Number(key)] = value
  else container[key] = value
}

function isJsonPrimitive(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

function nameKind(value: unknown): string {
  if (typeof value === 'number') return 'a number that is not finite'
  return value === undefined ? 'undefined' : `a ${typeof value}`
}

/** What an object is, when it is anything but a plain object or a plain array. */
function describeForeign(source: object): string | undefined {
  // Whatever is asked of it runs code of whoever made it.
  if (types.isProxy(source)) return 'a Proxy'
  // The prototype first: listing the keys of a large buffer takes seconds.
  const isArray = Array.isArray(source)
  if (!isArray && !isPlainPrototype(Object.getPrototypeOf(source) as object | null)) {
    return 'an instance of a class'
  }
  if (Object.getOwnPropertySymbols(source).length > 0) return 'an object with symbol keys'
  const hasNamedMembers = isArray && Object.keys(source).length > source.length
  return hasNamedMembers ? 'an array with named members' : undefined
}

/** True for no prototype and for `Object.prototype` of any realm. */
function isPlainPrototype(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return true
  if (types.isProxy(prototype)) return false
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')
}
