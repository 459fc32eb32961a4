import { joinPath } from '../../errors/argument-path.js'
import type { JsonArray, JsonObject, JsonValue } from '../../schema/json.js'
import type { ClassShape, DiscriminatedShape, PropertyShape, ValueShape } from '../shape/shape.js'
import { readBigint, readBySchema, readDate } from './read-leaf.js'
import type { Located, ObjectPlace, Reading, ReadValue } from './reading.js'
import { repairJsonText } from './repair-json-text.js'
import { keepTransformed, transformValue } from './transform-value.js'
import { reportForbiddenKeys, reportUnknownKeys } from './unknown-keys.js'

/** Reads a JSON object against the shape of a class. What does not fit is added to the issues. */
export function readObject(reading: Reading, shape: ClassShape, place: ObjectPlace): ReadValue {
  const { value: source, path } = place
  const judged = Object.create(shape.target.prototype as object) as object
  const json: Record<string, JsonValue> = {}
  const present = new Set<string>()
  const settled = new Set<string>()
  reading.objects.push({ shape, path, judged, present, settled })
  reportUnknownKeys(reading, shape, place)
  if (place.tag !== undefined) json[place.tag] = source[place.tag] ?? null
  for (const property of shape.properties) {
    const before = reading.issues.count
    const value = readProperty(reading, property, place)
    if (reading.issues.count > before) settled.add(property.property)
    if (value === undefined) fillIn(reading, property, { judged, json, settled })
    else {
      present.add(property.property)
      json[property.key] = value.json
      if (property.value.kind === 'transformed') keepTransformed(json, property, value.judged)
      define(judged, property.property, value.judged)
    }
  }
  return { json, judged }
}

/** Gives an absent argument what its initialiser gives, which is not judged. */
function fillIn(
  reading: Reading,
  property: PropertyShape,
  into: { judged: object; json: Record<string, JsonValue>; settled: Set<string> },
): void {
  if (property.initial === undefined) return
  into.settled.add(property.property)
  const { value, constant: own } = property.initial
  define(into.judged, property.property, own === undefined ? value : structuredClone(value))
  const constant = reading.options.findDefault(property)
  if (constant !== undefined) into.json[property.key] = constant
}

/** An own member, whatever the class has under that name. */
function define(judged: object, property: string, value: unknown): void {
  if (property in judged) {
    const attributes = { enumerable: true, writable: true, configurable: true }
    Object.defineProperty(judged, property, { value, ...attributes })
  } else (judged as Record<string, unknown>)[property] = value
}

function readProperty(
  reading: Reading,
  property: PropertyShape,
  { value: source, path }: ObjectPlace,
): ReadValue | undefined {
  const at = joinPath(path, property.key)
  if (!Object.hasOwn(source, property.key)) {
    if (property.presence === 'required') {
      reading.issues.add(at, 'required', `${at} is required.`)
    }
    return undefined
  }
  if (property.value.kind === 'transformed') {
    return readTransformed(reading, property, { source, at })
  }
  const value = source[property.key] ?? null
  if (value === null) return readNull(reading, property, at)
  return readValue(reading, property.value, { value, path: at })
}

function readNull(reading: Reading, property: PropertyShape, path: string): ReadValue | undefined {
  const asIs: ReadValue = { json: null, judged: null }
  if (property.isNullable) return asIs
  if (property.rules.some((rule) => rule.kind === 'optional')) {
    const { optionalNull } = reading.options
    if (optionalNull === 'absent') return undefined
    if (optionalNull === 'keep') return asIs
    refuseNull(reading, path, ' Leave it out instead.')
    return undefined
  }
  if (property.presence === 'conditional') return asIs
  refuseNull(reading, path, '')
  return undefined
}

function refuseNull(reading: Reading, path: string, hint: string): void {
  reading.issues.add(path, 'nullNotAllowed', `${path} must not be null.${hint}`)
}

function readTransformed(
  reading: Reading,
  property: PropertyShape,
  { source, at }: { readonly source: JsonObject; readonly at: string },
): ReadValue | undefined {
  const json = source[property.key] ?? null
  reportForbiddenKeys(reading, { value: json, path: at })
  try {
    return { json, judged: transformValue(property, source) }
  } catch {
    reading.issues.add(
      at,
      'transform',
      `${at} cannot be transformed. Send a value of the declared form.`,
    )
    return undefined
  }
}

function readValue(reading: Reading, shape: ValueShape, at: Located): ReadValue | undefined {
  switch (shape.kind) {
    case 'any':
      reportForbiddenKeys(reading, at)
      return { json: at.value, judged: at.value }
    case 'transformed':
      return { json: at.value, judged: at.value }
    case 'date':
      return readDate(reading, at)
    case 'bigint':
      return readBigint(reading, at)
    case 'schema':
      return readBySchema(reading, shape.schema, at)
    case 'array':
    case 'tuple':
      return readList(reading, shape, at)
    case 'free':
    case 'object':
    case 'map':
    case 'discriminated':
      return readMembers(reading, shape, at)
  }
}

function readList(
  reading: Reading,
  shape: ValueShape & { kind: 'array' | 'tuple' },
  at: Located,
): ReadValue | undefined {
  const value = Array.isArray(at.value) ? at.value : repairJsonText(reading, at, 'array')
  if (value === undefined) return undefined
  const list = value as JsonArray
  if (shape.kind === 'array' && shape.items.kind === 'any') {
    reportForbiddenKeys(reading, { value: list, path: at.path })
    // A rule that sorts what it sees leaves what is admitted alone.
    return { json: list, judged: [...list] }
  }
  if (shape.kind === 'tuple' && list.length !== shape.items.length) {
    const message = `${at.path} must have exactly ${shape.items.length.toString()} elements.`
    reading.issues.add(at.path, 'tuple', message)
    return undefined
  }
  const read = list.map((element, index) => {
    const items = shape.kind === 'tuple' ? shape.items[index] : shape.items
    return readElement(reading, items, { value: element, path: joinPath(at.path, index) })
  })
  return { json: read.map((one) => one?.json ?? null), judged: read.map((one) => one?.judged) }
}

/** An element or map value; `null` is only what its rules or its JSON Schema allow. */
function readElement(
  reading: Reading,
  shape: ValueShape | undefined,
  at: Located,
): ReadValue | undefined {
  if (shape === undefined) return undefined
  const isForRules = shape.kind === 'any' || shape.kind === 'schema'
  if (at.value !== null || isForRules) return readValue(reading, shape, at)
  refuseNull(reading, at.path, '')
  return undefined
}

type MemberShape = Exclude<
  ValueShape,
  { kind: 'any' | 'transformed' | 'date' | 'bigint' | 'schema' | 'array' | 'tuple' }
>

function readMembers(reading: Reading, shape: MemberShape, at: Located): ReadValue | undefined {
  const value = isObject(at.value) ? at.value : repairJsonText(reading, at, 'object')
  if (value === undefined) return undefined
  const source = value as JsonObject
  switch (shape.kind) {
    case 'free':
      return { json: source, judged: source }
    case 'object':
      return readObject(reading, shape.shape, { value: source, path: at.path })
    case 'map':
      return readMap(reading, shape.values, { value: source, path: at.path })
    case 'discriminated':
      return readDiscriminated(reading, shape, { value: source, path: at.path })
  }
}

function readMap(reading: Reading, values: ValueShape, at: Located<JsonObject>): ReadValue {
  const json: Record<string, JsonValue> = {}
  const judged: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(at.value)) {
    const read = readElement(reading, values, { value, path: joinPath(at.path, key) })
    json[key] = read?.json ?? null
    judged[key] = read?.judged
  }
  return { json, judged }
}

function readDiscriminated(
  reading: Reading,
  { tag, variants }: DiscriminatedShape,
  { value, path }: Located<JsonObject>,
): ReadValue | undefined {
  const named = Object.hasOwn(value, tag) ? value[tag] : undefined
  const variant = typeof named === 'string' ? variants.get(named) : undefined
  if (variant !== undefined) return readObject(reading, variant, { value, path, tag })
  const at = joinPath(path, tag)
  const known = [...variants.keys()].map((name) => JSON.stringify(name)).join(', ')
  const code = named === undefined ? 'required' : 'isIn'
  reading.issues.add(at, code, `${at} must be one of: ${known}.`)
  return undefined
}

function isObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
