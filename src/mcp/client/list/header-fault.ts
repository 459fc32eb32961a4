import { isObject } from '../../../schema/is-object.js'

/** Says of an argument that its value travels in a header of HTTP, too (MCP 2026-07-28, SEP-2243). */
export const headerKeyword = 'x-mcp-header'

/**
 * What is wrong with the headers that an input schema asks for; undefined where nothing is. Over HTTP a client must not
 * call such a tool: what stands before the server would read other arguments than the server does.
 */
export function findHeaderFault(
  inputSchema: Readonly<Record<string, unknown>>,
): string | undefined {
  const { asked, isMisplaced } = collect(inputSchema)
  if (isMisplaced) return 'it asks for a header where no single argument stands.'
  const names = asked.map(({ name }) => (typeof name === 'string' ? name.toLowerCase() : ''))
  if (!names.every((name) => fieldName.test(name)))
    return 'it asks for a header without a legal name.'
  if (!asked.every(({ type }) => headerTypes.has(type)))
    return 'it asks for a header of what is no text, whole number or truth value.'
  return new Set(names).size < names.length ? 'it asks for one header twice.' : undefined
}

/** A token of RFC 9110. */
const fieldName = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/
const headerTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

interface AskedHeader {
  readonly name: unknown
  readonly type: unknown
}

interface AskedHeaders {
  readonly asked: readonly AskedHeader[]
  /** Whether one is asked for anywhere but on an argument that is reached by names alone. */
  readonly isMisplaced: boolean
}

/** Without recursion: how deep a schema goes is the server's choice. */
function collect(root: Readonly<Record<string, unknown>>): AskedHeaders {
  const asked: AskedHeader[] = []
  let isMisplaced = headerKeyword in root
  const open = innerPlaces({ value: root, isArgument: true })
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, isArgument } = place
    if (isObject(value) && headerKeyword in value) {
      if (isArgument) asked.push({ name: value[headerKeyword], type: value['type'] })
      else isMisplaced = true
    }
    open.push(...innerPlaces(place))
  }
  return { asked, isMisplaced }
}

/** A value in a schema that may be a schema. */
interface Place {
  readonly value: unknown
  /** Whether it is reached through `properties` alone, so that one value of a call stands there. */
  readonly isArgument: boolean
}

function innerPlaces({ value, isArgument }: Place): Place[] {
  if (Array.isArray(value)) {
    return value.map((each: unknown) => ({ value: each, isArgument: false }))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([keyword, inner]) => {
    if (dataKeywords.has(keyword)) return []
    const isNamed = mapKeywords.has(keyword) && isObject(inner)
    const schemas: readonly unknown[] = isNamed ? Object.values(inner) : [inner]
    const isReached = isArgument && keyword === 'properties'
    return schemas.map((schema) => ({ value: schema, isArgument: isReached }))
  })
}

/** Hold values, in which the keyword is a word like any other. */
const dataKeywords: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples'])
/** Hold schemas by names, which are no keywords. */
const mapKeywords: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
])
