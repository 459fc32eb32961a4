// What each target takes, written down by hand from its documentation and its own package: the projections are held to
// it node by node.

/** A node of a projected schema with the reason why its target does not take it. */
type Fault = string

type Node = Readonly<Record<string, unknown>>

/** Every fault of a projected schema, with the place of its node. */
export function findFaults(target: keyof typeof subsets, schema: object): readonly Fault[] {
  return nodesOf(schema as Node, '').flatMap(([node, path]) =>
    subsets[target](node, path).map((fault) => `${path || 'root'}: ${fault}`),
  )
}

function nodesOf(node: Node, path: string): readonly (readonly [Node, string])[] {
  const inside = (keyword: string): readonly (readonly [Node, string])[] => {
    const value = node[keyword]
    if (typeof value !== 'object' || value === null) return []
    const isMap = keyword === 'properties' || keyword === '$defs'
    if (!isMap && !Array.isArray(value)) return nodesOf(value as Node, `${path}/${keyword}`)
    return Object.entries(value).flatMap(([name, each]) =>
      nodesOf(each as Node, `${path}/${keyword}/${name}`),
    )
  }
  return [[node, path], ...['properties', 'items', 'anyOf', '$defs'].flatMap(inside)]
}

const subsets = { openAiStrict, anthropicStrict, gemini, merged }

function outside(node: Node, keywords: string): readonly Fault[] {
  const known = new Set(keywords.split(' '))
  return Object.keys(node)
    .filter((keyword) => !known.has(keyword))
    .map((keyword) => `"${keyword}" is unknown`)
}

function faults(checks: Readonly<Record<string, boolean>>): readonly Fault[] {
  return Object.entries(checks).flatMap(([fault, isBroken]) => (isBroken ? [fault] : []))
}

function isOfType(node: Node, type: string): boolean {
  return [node['type']].flat().includes(type)
}

function openAiStrict(node: Node, path: string): readonly Fault[] {
  const { type, anyOf, $ref, properties, required, enum: values } = node
  const names = Object.keys(properties ?? {})
  return [
    ...outside(
      node,
      'type title description properties required additionalProperties items anyOf enum $ref $defs ' +
        'pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems',
    ),
    ...faults({
      'nothing says what it is': [type, anyOf, $ref].every((each) => each === undefined),
      'the root is no object': path === '' && type !== 'object',
      'an object is open': isOfType(node, 'object') && node['additionalProperties'] !== false,
      'a property is optional': names.some((name) => !(required as string[]).includes(name)),
      'an array without items': isOfType(node, 'array') && node['items'] === undefined,
      'values without a type': values !== undefined && type === undefined,
    }),
  ]
}

function anthropicStrict(node: Node, path: string): readonly Fault[] {
  const { type, anyOf, minItems = 0, enum: values } = node
  return [
    ...outside(
      node,
      'type title description properties required additionalProperties items anyOf enum format minItems',
    ),
    ...faults({
      'nothing says what it is': [type, anyOf, values].every((each) => each === undefined),
      'a list of types': Array.isArray(type),
      'the root is no object': path === '' && type !== 'object',
      'an object is open': isOfType(node, 'object') && node['additionalProperties'] !== false,
      'an array without items': isOfType(node, 'array') && node['items'] === undefined,
      'a bound that the grammar does not know': minItems !== 0 && minItems !== 1,
    }),
  ]
}

const geminiFormats = new Set(['date-time', 'float', 'double', 'int32', 'int64', undefined])

function gemini(node: Node, path: string): readonly Fault[] {
  return [...geminiValue(node), ...geminiObject(node, path)]
}

function geminiObject(node: Node, path: string): readonly Fault[] {
  const { properties = {}, required = [] } = node
  const names = Object.keys(properties as object)
  return faults({
    'the root is no object': path === '' && node['type'] !== 'object',
    'an empty map of properties': path !== '' && 'properties' in node && names.length === 0,
    'requires what is not declared': (required as string[]).some((name) => !names.includes(name)),
  })
}

function geminiValue(node: Node): readonly Fault[] {
  const { type, anyOf, enum: values } = node
  return [
    ...outside(
      node,
      'type nullable title description properties required items anyOf enum format pattern minLength ' +
        'maxLength minimum maximum minItems maxItems minProperties maxProperties',
    ),
    ...faults({
      'no single type': type !== undefined && typeof type !== 'string',
      'null is a type': type === 'null',
      'a type beside anyOf': type !== undefined && anyOf !== undefined,
      'an array without items': type === 'array' && node['items'] === undefined,
      'values that are no strings': !((values ?? ['a']) as unknown[]).every(isNonEmptyText),
      'values of another type': values !== undefined && type !== 'string',
      'an unknown format': !geminiFormats.has(node['format'] as string | undefined),
    }),
  ]
}

function isNonEmptyText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** OpenAI and Anthropic without strict: JSON Schema, but an object at the root and no combinators there. */
function merged(node: Node, path: string): readonly Fault[] {
  const combinators = [
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    'if',
    'then',
    'else',
    'enum',
    'const',
    '$ref',
  ]
  return faults({
    'the root has a combinator': path === '' && combinators.some((keyword) => keyword in node),
    'the root is no object': path === '' && node['type'] !== 'object',
    'the root has no properties': path === '' && typeof node['properties'] !== 'object',
    'an array without items': isOfType(node, 'array') && node['items'] === undefined,
    'a boolean schema': [node['items'], ...Object.values(node['properties'] ?? {})].some(
      (each) => typeof each === 'boolean',
    ),
    'the keywords of a tool': Object.keys(node).some((keyword) => keyword.startsWith('x-')),
    'a dialect': '$schema' in node,
  })
}
