import { types } from 'node:util'

import { quoteName } from '../../errors/quoted-name.js'
import type { JsonObject } from '../../schema/json.js'
import { runWithoutAmbientContext } from '../../tools/ambient-context.js'
import { findMember, parseKeyPath } from '../../tools/key-path.js'
import { methodRule, noKey, pathRule, type KeyReading, type KeyRule } from '../../tools/key-rule.js'
import { checkKeyValue } from '../../tools/key-value.js'
import type { AdmittedArguments } from '../../tools/tool-definition.js'

/** How a definition names the effect of a call, and the reader of it. */
export interface KeyMembers {
  readonly keyRule: KeyRule | undefined
  readonly readKey: (admitted: AdmittedArguments) => KeyReading
}

/** Of a tool that names no effect. */
export const withoutKey: KeyMembers = Object.freeze({ keyRule: undefined, readKey: () => noKey })

/** Of a tool whose key is the argument at this path. */
export function keyAtPath(path: string): KeyMembers {
  const segments = parseKeyPath(path) ?? []
  return { keyRule: pathRule(path), readKey: ({ json }) => readAtPath(json, path, segments) }
}

/** Of a tool whose key a function makes of the arguments; it runs outside of every call. */
export function keyByFunction(compute: (admitted: AdmittedArguments) => unknown): KeyMembers {
  return { keyRule: methodRule, readKey: (admitted) => computeKey(() => compute(admitted)) }
}

function readAtPath(json: JsonObject, path: string, segments: readonly string[]): KeyReading {
  let at: unknown = json
  for (const [depth, segment] of segments.entries()) {
    const next = findMember(at, segment)
    if (next === undefined) return missing(path, `${placeOf(segments, depth)} ${tellWhatIsIn(at)}`)
    at = next
  }
  if (Array.isArray(at)) return missing(path, 'what it leads to is a list')
  const { value, fault } = checkKeyValue(at)
  if (fault !== undefined) return missing(path, `what it leads to ${fault}`)
  return Object.freeze({ status: 'key', value })
}

function missing(path: string, why: string): KeyReading {
  return Object.freeze({
    status: 'missing',
    why: `its idempotency key ${quoteName(path)} is not in the arguments: ${why}. The argument must be a text or a number that names the effect.`,
  })
}

function placeOf(segments: readonly string[], depth: number): string {
  const place = depth === 0 ? 'the arguments' : quoteName(segments.slice(0, depth).join('.'))
  return `${quoteName(segments[depth] ?? '')} is not in ${place}, which`
}

const toldNames = 10

/** The names that are there, and no value. */
function tellWhatIsIn(container: unknown): string {
  if (Array.isArray(container)) return `is a list of ${container.length.toString()}`
  if (typeof container !== 'object' || container === null) return `has no members`
  const names = Object.keys(container)
  if (names.length === 0) return 'is empty'
  const more = names.length > toldNames ? ` and ${(names.length - toldNames).toString()} more` : ''
  return `has ${names.slice(0, toldNames).map(quoteName).join(', ')}${more}`
}

function computeKey(compute: () => unknown): KeyReading {
  let computed: unknown
  try {
    computed = runWithoutAmbientContext(compute)
  } catch (cause) {
    return Object.freeze({ status: 'missing', why: adviceOnMethod('it threw'), cause })
  }
  for (const part of [computed].flat()) dropRejection(part)
  const { value, fault } = types.isPromise(computed)
    ? { fault: 'is a promise' }
    : checkKeyValue(computed)
  if (fault !== undefined) {
    return Object.freeze({ status: 'missing', why: adviceOnMethod(`what it returned ${fault}`) })
  }
  return Object.freeze({ status: 'key', value })
}

function adviceOnMethod(what: string): string {
  return `its idempotencyKey gave no key: ${what}. It may read the arguments and nothing else, no injected member and no context, and must return a text, a number or a list of these at once.`
}

/** Nobody else will look at how a promise ends that was returned for a key. */
function dropRejection(part: unknown): void {
  if (types.isPromise(part)) part.catch(() => undefined)
}
