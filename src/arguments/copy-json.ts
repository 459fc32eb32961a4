import { joinPath } from '../errors/argument-path.js'
import type { JsonValue } from '../schema/json.js'
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
  #values = 0
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
    const key = frame.keys?.[frame.position] ?? frame.position
    const slot: Slot = { container: frame.copy, key, parent: frame }
    frame.position += 1
    if (key === '__proto__') return this.#refuse(slot, 'forbiddenKey', 'is not allowed as a key')
    const descriptor = Object.getOwnPropertyDescriptor(frame.source, key)
    if (descriptor === undefined) return this.#refuse(slot, 'notJson', 'must not be a hole')
    if (!('value' in descriptor)) return this.#refuse(slot, 'notJson', 'must not be an accessor')
    if (descriptor.value === undefined && frame.keys !== undefined) return undefined
    return this.#take(descriptor.value, slot)
  }

  #close(frame: Frame): Frame | undefined {
    this.#open.delete(frame.source)
    return frame.slot.parent
  }

  #take(value: unknown, slot: Slot): Frame | undefined {
    this.#values += 1
    if (this.#values > this.#limits.maxValues) return this.#stopAtValues()
    if (typeof value === 'object' && value !== null) return this.#openFrame(value, slot)
    if (!isJsonPrimitive(value))
      return this.#refuse(slot, 'notJson', `must not be ${nameKind(value)}`)
    putMember(slot, value)
    return undefined
  }

  #openFrame(source: object, slot: Slot): Frame | undefined {
    const depth = (slot.parent?.depth ?? 0) + 1
    if (depth > this.#limits.maxDepth) return this.#stopAtDepth()
    const foreign = this.#open.has(source) ? 'a cycle' : describeForeign(source)
    if (foreign !== undefined) return this.#refuse(slot, 'notJson', `must not be ${foreign}`)
    const keys = Array.isArray(source) ? undefined : Object.keys(source)
    const length = Array.isArray(source) ? source.length : (keys?.length ?? 0)
    if (length > this.#limits.maxValues) return this.#stopAtValues()
    const copy: Container = keys === undefined ? [] : {}
    putMember(slot, copy as JsonValue)
    this.#open.add(source)
    return { source, copy, keys, length, slot, depth, position: 0 }
  }

  #stopAtDepth(): undefined {
    this.#isStopped = true
    const limit = this.#limits.maxDepth.toString()
    this.#issues.add(
      this.#path,
      'tooDeep',
      `The arguments must not nest deeper than ${limit} levels.`,
    )
  }

  #stopAtValues(): undefined {
    this.#isStopped = true
    const limit = this.#limits.maxValues.toString()
    this.#issues.add(
      this.#path,
      'tooManyValues',
      `The arguments must not hold more than ${limit} values.`,
    )
  }

  #refuse(slot: Slot, code: string, rule: string): undefined {
    const path = slotPath(slot, this.#path)
    const subject = path === '' ? 'The arguments' : path
    const expected = code === 'notJson' ? ' Send plain JSON data.' : ' Remove it.'
    this.#issues.add(path, code, `${subject} ${rule}.${expected}`)
  }
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
  if (Object.getOwnPropertySymbols(source).length > 0) return 'an object with symbol keys'
  if (Array.isArray(source)) {
    return Object.keys(source).length > source.length ? 'an array with named members' : undefined
  }
  return isPlainPrototype(Object.getPrototypeOf(source)) ? undefined : 'an instance of a class'
}

/** True for no prototype and for `Object.prototype` of any realm. */
function isPlainPrototype(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return true
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')
}
