import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { DiscriminatedShape, ValueShape } from '../shape/shape.js'
import { block, quote } from './program.js'
import type { ReadTarget, WrittenValue, Writing } from './writing.js'

/** Where a value that is to be read stands. */
export interface ValueSource {
  /** The variable that holds it; it is not undefined and, unless its shape or rules allow that, not null. */
  readonly from: string
  /** How many levels below the object of the function it stands. */
  readonly level: number
  /** Names the function that reads an object. */
  readonly readerOf: (target: ReadTarget) => string
}

const giveUp = 'return unsure;'

/** Writes how a value is checked against its shape and copied. */
export function writeValue(writing: Writing, shape: ValueShape, source: ValueSource): WrittenValue {
  switch (shape.kind) {
    case 'any':
      return writeCopy(writing, source, 'anyData')
    case 'free':
      return after(
        [`if (typeof ${source.from} !== "object" || Array.isArray(${source.from})) ${giveUp}`],
        writeCopy(writing, source, 'freeData'),
      )
    case 'schema':
      return writeBySchema(writing, shape.schema, source)
    case 'date':
      return writeText(writing, source, 'parseDateTime')
    case 'bigint':
      return writeText(writing, source, 'parseBigint')
    case 'array':
      return writeArray(writing, shape.items, source)
    case 'tuple':
      return writeTuple(writing, shape.items, source)
    case 'map':
      return writeMap(writing, shape.values, source)
    case 'object':
      return writeObject(writing, source.readerOf({ shape: shape.shape }), source)
    case 'discriminated':
      return writeDiscriminated(writing, shape, source)
    case 'transformed':
      throw new Error('A transform is not compiled.')
  }
}

function after(lines: readonly string[], value: WrittenValue): WrittenValue {
  return { ...value, lines: [...lines, ...value.lines] }
}

/** Data that no class declares. */
function writeCopy(
  { program }: Writing,
  { from, level }: ValueSource,
  copier: 'anyData' | 'freeData',
): WrittenValue {
  const json = program.variable('j')
  const lines = [
    `let ${json} = ${from};`,
    ...block(`if (typeof ${json} !== "string")`, [
      `${json} = ${copier}.copy(${json}, ${depthAt(level + 1)});`,
      `if (${json} === unsure) ${giveUp}`,
    ]),
  ]
  return { lines, json, judged: json }
}

function writeBySchema(writing: Writing, schema: JsonSchema, source: ValueSource): WrittenValue {
  const value = writeCopy(writing, source, 'freeData')
  const refused = findPrimitiveTest(schema, value.json) ?? writeViolations(writing, schema, value)
  return { ...value, lines: [...value.lines, `if (${refused}) ${giveUp}`] }
}

const primitives: readonly unknown[] = ['string', 'number', 'boolean']

/** What `@Items(() => String)` and the like say needs no validator of schemas. */
function findPrimitiveTest(schema: JsonSchema, json: string): string | undefined {
  const isAlone = Object.keys(schema).length === 1
  return isAlone && primitives.includes(schema.type)
    ? `typeof ${json} !== ${quote(String(schema.type))}`
    : undefined
}

function writeViolations({ program }: Writing, schema: JsonSchema, { json }: WrittenValue): string {
  return `${program.constant(compileJsonSchema(schema))}(${json}).length > 0`
}

/** A text that rules and the body see as something else. */
function writeText(
  { program }: Writing,
  { from }: ValueSource,
  parse: 'parseBigint' | 'parseDateTime',
): WrittenValue {
  const judged = program.variable('w')
  const lines = [
    `const ${judged} = typeof ${from} === "string" ? ${parse}(${from}) : undefined;`,
    `if (${judged} === undefined) ${giveUp}`,
  ]
  return { lines, json: from, judged }
}

function writeArray(writing: Writing, items: ValueShape, source: ValueSource): WrittenValue {
  const { program, isJudged } = writing
  const [index, from, length] = ['i', 'e', 'n'].map((prefix) => program.variable(prefix)) as [
    string,
    string,
    string,
  ]
  const list = listNames(writing)
  const element = writeElement(writing, items, { ...source, from, level: source.level + 1 })
  const lines = [
    openList(source),
    `const ${length} = ${source.from}.length;`,
    ...list.lines(length),
    ...block(`for (let ${index} = 0; ${index} < ${length}; ${index} += 1)`, [
      `const ${from} = ${source.from}[${index}];`,
      ...element.lines,
      `${list.json}[${index}] = ${element.json};`,
      ...(isJudged ? [`${list.judged}[${index}] = ${element.judged};`] : []),
    ]),
  ]
  return { lines, json: list.json, judged: list.judged }
}

function writeTuple(
  writing: Writing,
  items: readonly ValueShape[],
  source: ValueSource,
): WrittenValue {
  const { program, isJudged } = writing
  const elements = items.map((item, index) => {
    const from = program.variable('e')
    const read = `const ${from} = ${source.from}[${index.toString()}];`
    return after([read], writeElement(writing, item, { ...source, from, level: source.level + 1 }))
  })
  const json = program.variable('j')
  const judged = isJudged ? program.variable('w') : json
  const listOf = (name: 'json' | 'judged'): string => elements.map((one) => one[name]).join(', ')
  const lines = [
    openList(source),
    `if (${source.from}.length !== ${items.length.toString()}) ${giveUp}`,
    ...elements.flatMap((element) => element.lines),
    `const ${json} = [${listOf('json')}];`,
    ...(isJudged ? [`const ${judged} = [${listOf('judged')}];`] : []),
  ]
  return { lines, json, judged }
}

function writeMap(writing: Writing, values: ValueShape, source: ValueSource): WrittenValue {
  const { program, isJudged } = writing
  const key = program.variable('k')
  const from = program.variable('e')
  const json = program.variable('j')
  const judged = isJudged ? program.variable('w') : json
  const value = writeElement(writing, values, { ...source, from, level: source.level + 1 })
  const lines = [
    `if (${depthAt(source.level + 1)} > walk.maxDepth || !isPlainObject(${source.from}, walk)) ${giveUp}`,
    `const ${json} = {};`,
    ...(isJudged ? [`const ${judged} = {};`] : []),
    ...block(`for (const ${key} of Object.keys(${source.from}))`, [
      `if (${key} === "__proto__" || isUnreadable(${source.from}, ${key}, walk)) ${giveUp}`,
      `const ${from} = ${source.from}[${key}];`,
      ...value.lines,
      `${json}[${key}] = ${value.json};`,
      ...(isJudged ? [`${judged}[${key}] = ${value.judged};`] : []),
    ]),
  ]
  return { lines, json, judged }
}

function writeObject(writing: Writing, reader: string, { from, level }: ValueSource): WrittenValue {
  const { program, isJudged } = writing
  const json = program.variable('j')
  const judged = isJudged ? program.variable('w') : json
  const lines = [
    `const ${json} = ${reader}(${from}, ${depthAt(level + 1)});`,
    `if (${json} === unsure) ${giveUp}`,
    ...(isJudged ? [`const ${judged} = walk.made;`] : []),
  ]
  return { lines, json, judged }
}

/** The reader of a variant holds the tag to its name once more, for it reads the object itself. */
function writeDiscriminated(
  writing: Writing,
  { tag, variants }: DiscriminatedShape,
  { from, level, readerOf }: ValueSource,
): WrittenValue {
  const { program, isJudged } = writing
  const json = program.variable('j')
  const judged = isJudged ? program.variable('w') : json
  const cases = [...variants].map(([name, shape]) => {
    const reader = readerOf({ shape, tag: { key: tag, name } })
    return `case ${quote(name)}: ${json} = ${reader}(${from}, ${depthAt(level + 1)}); break;`
  })
  const lines = [
    `if (!isPlainObject(${from}, walk) || isHidden(${from}, ${quote(tag)}, walk)) ${giveUp}`,
    `let ${json} = unsure;`,
    ...block(`switch (${from}[${quote(tag)}])`, cases),
    `if (${json} === unsure) ${giveUp}`,
    ...(isJudged ? [`const ${judged} = walk.made;`] : []),
  ]
  return { lines, json, judged }
}

/** An element or map value: null is for rules or a JSON Schema to allow. */
function writeElement(writing: Writing, shape: ValueShape, source: ValueSource): WrittenValue {
  const value = writeValue(writing, shape, source)
  const isForRules = shape.kind === 'any' || shape.kind === 'schema'
  const absent = isForRules ? `${source.from} === undefined` : `${source.from} == null`
  return after([`if (${absent}) ${giveUp}`], value)
}

function openList({ from, level }: ValueSource): string {
  return `if (${depthAt(level + 1)} > walk.maxDepth || !isPlainList(${from}, walk)) ${giveUp}`
}

function listNames({ program, isJudged }: Writing): {
  readonly json: string
  readonly judged: string
  readonly lines: (length: string) => readonly string[]
} {
  const json = program.variable('j')
  const judged = isJudged ? program.variable('w') : json
  const names = isJudged ? [json, judged] : [json]
  const lines = (length: string): readonly string[] =>
    names.map((name) => `const ${name} = new Array(${length});`)
  return { json, judged, lines }
}

function depthAt(level: number): string {
  return level === 0 ? 'depth' : `depth + ${level.toString()}`
}
