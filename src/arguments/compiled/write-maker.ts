import type { ClassShape, DiscriminatedShape, PropertyShape, ValueShape } from '../shape/shape.js'
import { block, quote, type Program } from './program.js'

/** The name of the function that assigns admitted JSON to an instance of a class. */
export function assignerOf(program: Program, shape: ClassShape): string {
  return program.functionFor(shape, 'assign', {
    text: (name) => {
      const lines = shape.properties.map((property) => writeAssignment(program, property))
      return block(`function ${name}(t, j)`, lines).join('\n')
    },
  })
}

/** Declared keys that are there, by ordinary assignment. */
function writeAssignment(
  program: Program,
  { key, property, value, presence }: PropertyShape,
): string {
  const made = writeMade(program, value, `j[${quote(key)}]`)
  const assignment = `t[${quote(property)}] = ${made};`
  return presence === 'required' ? assignment : `if (hasOwn(j, ${quote(key)})) ${assignment}`
}

/** An expression that makes anew what a body gets of a value of admitted JSON. */
function writeMade(program: Program, shape: ValueShape, from: string): string {
  switch (shape.kind) {
    case 'any':
    case 'free':
    case 'schema':
    case 'transformed':
      return `copyValue(${from})`
    case 'date':
      return unlessNull(from, `parseDateTime(${from})`)
    case 'bigint':
      return unlessNull(from, `parseBigint(${from})`)
    case 'array':
      return isData(shape.items) ? `copyValue(${from})` : writeMadeList(program, shape.items, from)
    case 'tuple':
      return unlessNull(from, writeMadeTuple(program, shape.items, from))
    case 'map':
      return unlessNull(from, `mapValues(${from}, ${writeCallback(program, shape.values)})`)
    case 'object':
      return unlessNull(from, `${makerOf(program, shape.shape)}(${from})`)
    case 'discriminated':
      return unlessNull(from, `${chooserOf(program, shape)}(${from})`)
  }
}

function isData(shape: ValueShape): boolean {
  return shape.kind === 'any' || shape.kind === 'free' || shape.kind === 'schema'
}

function unlessNull(from: string, made: string): string {
  return `${from} === null ? null : ${made}`
}

function writeMadeList(program: Program, items: ValueShape, from: string): string {
  return unlessNull(from, `${from}.map(${writeCallback(program, items)})`)
}

function writeMadeTuple(program: Program, items: readonly ValueShape[], from: string): string {
  const elements = items.map((item, index) => {
    return `(${writeMade(program, item, `${from}[${index.toString()}]`)})`
  })
  return `[${elements.join(', ')}]`
}

function writeCallback(program: Program, shape: ValueShape): string {
  const element = program.variable('e')
  return `(${element}) => (${writeMade(program, shape, element)})`
}

/** Makes an instance of a nested class, whose constructor is called with nothing. */
function makerOf(program: Program, shape: ClassShape): string {
  return program.functionFor(shape, 'make', {
    text: (name) => {
      const lines = [
        `const t = new ${program.constant(shape.target)}();`,
        `${assignerOf(program, shape)}(t, j);`,
        'return t;',
      ]
      return block(`function ${name}(j)`, lines).join('\n')
    },
  })
}

/** Makes an instance of the class that the tag names. */
function chooserOf(program: Program, shape: DiscriminatedShape): string {
  const { tag, keepsTag, variants } = shape
  return program.functionFor(shape, 'choose', {
    text: (name) => {
      const cases = [...variants].map(([value, variant]) => {
        const keep = keepsTag ? ` t[${quote(tag)}] = ${quote(value)};` : ''
        return `case ${quote(value)}: { const t = ${makerOf(program, variant)}(j);${keep} return t; }`
      })
      const lines = block(`switch (j[${quote(tag)}])`, cases)
      return block(`function ${name}(j)`, lines).join('\n')
    },
  })
}
