import type { JsonArray, JsonObject, JsonValue } from '../../schema/json.js'
import { FreeNames } from './free-names.js'
import { toPathTree, type PathNode } from './redaction-path.js'
import { TextRedaction } from './text-redaction.js'

/** What is hidden of values that go one way. */
export interface RedactionRules {
  /** Places whose whole value is hidden, as `lines[].card`. */
  readonly paths?: readonly string[] | undefined
  /**
   * What is hidden inside every text, wherever it stands, keys that no schema declares included. A number that matches as
   * text is hidden as a whole.
   */
  readonly patterns?: readonly RegExp[] | undefined
}

/** Whether a key of a value is one that its schema names, which everybody may know. */
export type IsDeclared = (key: string) => boolean

/** Hides paths and patterns in JSON. */
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
  redact(value: JsonValue, isDeclared: IsDeclared): JsonValue {
    if (this.isEmpty) return value
    const parts = { texts: this.texts, replacement: this.#replacement, isDeclared }
    return new RedactedCopy(parts).of(value, this.#tree)
  }
}

interface CopyParts {
  readonly texts: TextRedaction
  readonly replacement: string
  readonly isDeclared: IsDeclared
}

/** One container that is still to be copied. */
interface Frame {
  readonly source: JsonArray | JsonObject
  readonly copy: JsonValue[] | Record<string, JsonValue>
  readonly node: PathNode | undefined
}

/** One copy. It walks without recursion, so that depth does no harm. */
class RedactedCopy {
  readonly #parts: CopyParts
  readonly #pending: Frame[] = []
  #isChanged = false

  constructor(parts: CopyParts) {
    this.#parts = parts
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
    if (node?.isEnd === true) return this.#change(value, this.#parts.replacement)
    if (typeof value !== 'object') return this.#change(value, this.#redactScalar(value))
    const copy = isArray(value) ? [] : {}
    this.#pending.push({ source: value, copy, node })
    return copy
  }

  #redactScalar(value: string | number | boolean): JsonValue {
    const { texts, replacement } = this.#parts
    if (typeof value === 'string') return texts.redact(value)
    return typeof value === 'number' && texts.isMatch(value.toString()) ? replacement : value
  }

  #change<Value extends JsonValue>(from: JsonValue, to: Value): Value {
    if (from !== to) this.#isChanged = true
    return to
  }

  #fill({ source, copy, node }: Frame): void {
    if (isArray(source)) {
      for (const element of source) (copy as JsonValue[]).push(this.#visit(element, node?.elements))
      return
    }
    const names = new FreeNames((name) => Object.hasOwn(source, name))
    for (const [key, member] of Object.entries(source)) {
      setOwn(copy, this.#redactKey(key, names), this.#visit(member, node?.members.get(key)))
    }
  }

  #redactKey(key: string, names: FreeNames): string {
    const { texts, isDeclared } = this.#parts
    if (!texts.isMatch(key) || isDeclared(key)) return key
    return this.#change(key, names.take(texts.redact(key)))
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
