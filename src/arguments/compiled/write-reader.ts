import { block, quote } from './program.js'
import { writeProperty, type WrittenProperty } from './write-property.js'
import type { ReadTarget, Writing } from './writing.js'

/** The name of the function that reads an object of a class: it gives the canonical JSON, or is unsure. */
export function readerOf(writing: Writing, target: ReadTarget): string {
  const { shape, tag } = target
  return writing.program.functionFor(shape, 'read', {
    detail: tag === undefined ? '' : JSON.stringify(tag),
    text: (name) => writeReader(writing, target, name),
  })
}

function writeReader(writing: Writing, target: ReadTarget, name: string): string {
  const properties = target.shape.properties.map((property) =>
    writeProperty(writing, property, (nested) => readerOf(writing, nested)),
  )
  const { tag } = target
  const lines = [
    'if (depth > walk.maxDepth || !isPlainObject(o, walk)) return unsure;',
    ...writeVariables(properties, target),
    ...block('for (const k in o)', [
      'if (isUnreadable(o, k, walk)) return unsure;',
      ...block('switch (k)', [...writeCases(properties, target), 'default: return unsure;']),
    ]),
    ...(tag === undefined ? [] : [`if (t !== ${quote(tag.name)}) return unsure;`]),
    ...properties.flatMap((property) => property.lines),
    ...(writing.isJudged ? writeJudged(writing, target, properties) : []),
    ...writeJson(properties, target),
  ]
  return block(`function ${name}(o, depth)`, lines).join('\n')
}

function writeVariables(
  properties: readonly WrittenProperty[],
  { tag }: ReadTarget,
): readonly string[] {
  const names = [...(tag === undefined ? [] : ['t']), ...properties.map(({ from }) => from)]
  return names.length === 0 ? [] : [`let ${names.join(', ')};`]
}

function writeCases(
  properties: readonly WrittenProperty[],
  { tag }: ReadTarget,
): readonly string[] {
  const isTag = ({ key }: WrittenProperty): boolean => key === tag?.key
  const read = (property: WrittenProperty): string => {
    const key = quote(property.key)
    const keep = isTag(property) ? ` t = ${property.from};` : ''
    return `case ${key}: if ((${property.from} = o[${key}]) === undefined) return unsure;${keep} break;`
  }
  const ofTag =
    tag === undefined || properties.some(isTag)
      ? []
      : [`case ${quote(tag.key)}: t = o[${quote(tag.key)}]; break;`]
  return [...ofTag, ...properties.map(read)]
}

/** What class-validator's rules see: the methods of the class, and what is there of its properties. */
function writeJudged(
  { program }: Writing,
  { shape }: ReadTarget,
  properties: readonly WrittenProperty[],
): readonly string[] {
  const members = shape.properties.map(({ property }, index) => {
    const judged = properties[index]?.judged ?? 'undefined'
    return `if (${judged} !== undefined) q[${quote(property)}] = ${judged};`
  })
  return [
    `const q = Object.create(${program.constant(shape.target.prototype)});`,
    ...members,
    ...properties.flatMap(({ rulesOf }) => rulesOf('q')),
    'walk.made = q;',
  ]
}

/** The tag stands first, as in the reading; what may be absent is added where it is there. */
function writeJson(properties: readonly WrittenProperty[], { tag }: ReadTarget): readonly string[] {
  const first = properties.findIndex(({ isAlwaysThere }) => !isAlwaysThere)
  const whole = first === -1 ? properties : properties.slice(0, first)
  const members = whole.map(({ key, json }) => `${quote(key)}: ${json}`)
  const ofTag = tag === undefined ? [] : [`${quote(tag.key)}: t`]
  const literal = [...ofTag, ...members].join(', ')
  const rest = properties.slice(whole.length)
  if (rest.length === 0) return [`return { ${literal} };`]
  return [
    `const json = { ${literal} };`,
    ...rest.map(({ key, json }) => `if (${json} !== undefined) json[${quote(key)}] = ${json};`),
    'return json;',
  ]
}
