import type { JsonArray, JsonObject, JsonValue } from '../../schema/json.js'
import { toPathTree, type PathNode } from './redaction-path.js'
import { TextRedaction } from './text-redaction.js'

/** What is hidden of values that go one way. */
export interface RedactionRules {
  /** Places whose whole value is hidden, as `lines[].card`. */
  readonly paths?: readonly string[] | undefined
  /** What is hidden inside every text, wherever it stands. A number that matches as text is hidden as a whole. */
  readonly patterns?: readonly RegExp[] | undefined
}

/** Hides paths and patterns in JSON. Keys stay what they are. */
export class JsonRedaction {
  readonly texts: TextRedaction
  readonly #tree: PathNode
  readonly #replacement: string

  constructor({ paths = [], patterns = [] }: RedactionRules, replacement: string) {
    this.texts = new TextRedaction(patterns, replacement)
    this.#tree = toPathTree(paths)
    this.#replacement = replacement
  }

  get isEmpty(): boolean {
    const { members, elements } = this.#tree
    return this.texts.isEmpty && members.size === 0 && elements === undefined
  }

  /** A copy in which they are hidden; the value itself where there is nothing to hide. */
  redact(value: JsonValue): JsonValue {
    return this.isEmpty
      ? value
      : new RedactedCopy(this.texts, this.#replacement).of(value, this.#tree)
  }
}

/** One container that is still to be copied. */
interface Frame {
  readonly source: JsonArray | JsonObject
  readonly copy: JsonValue[] | Record<string, JsonValue>
  readonly node: PathNode | undefined
}

/** One copy. It walks without recursion, so that depth does no harm. */
class RedactedCopy {
  readonly #texts: TextRedaction
  readonly #replacement: string
  readonly #pending: Frame[] = []
  #isChanged = false

  constructor(texts: TextRedaction, replacement: string) {
    this.#texts = texts
    this.#replacement = replacement
  }

  of(value: JsonValue, tree: PathNode): JsonValue {
    const copy = this.#visit(value, tree)
    for (let frame = this.#pending.pop(); frame !== undefined; frame = this.#pending.pop()) {
      this.#fill(frame)
    }
    return this.#isChanged ? copy : value
  }

  #visit(value: JsonValue, node: PathNode | undefined): JsonValue {
    if (value === null) return value
    if (node?.isEnd === true) return this.#change(value, this.#replacement)
    if (typeof value !== 'object') return this.#change(value, this.#redactScalar(value))
    const copy = isArray(value) ? [] : {}
    this.#pending.push({ source: value, copy, node })
    return copy
  }

  #redactScalar(value: string | number | boolean): JsonValue {
    if (typeof value === 'string') return this.#texts.redact(value)
    const isHidden = typeof value === 'number' && this.#texts.isMatch(value.toString())
    return isHidden ? this.#replacement : value
  }

  #change(from: JsonValue, to: JsonValue): JsonValue {
    if (from !== to) this.#isChanged = true
    return to
  }

  #fill({ source, copy, node }: Frame): void {
    if (isArray(source)) {
      for (const element of source) (copy as JsonValue[]).push(this.#visit(element, node?.elements))
      return
    }
    for (const [key, member] of Object.entries(source)) {
      setOwn(copy, key, this.#visit(member, node?.members.get(key)))
    }
  }
}

function isArray(value: JsonArray | JsonObject): value is JsonArray {
  return Array.isArray(value)
}

/** An own `__proto__` stays a member; assigned, it would change the prototype of the copy. */
function setOwn(target: object, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}
