import type { PropertyShape } from '../shape/shape.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { block } from './program.js'
import { writeChecks, writeCondition, type RuledValue } from './write-rules.js'
import { writeValue } from './write-value.js'
import type { ReadTarget, Writing } from './writing.js'

/** A property as the reader of its object has it. */
export interface WrittenProperty {
  readonly key: string
  /** The variable for what the input has there. */
  readonly from: string
  /** Reads it; without judged objects also asks its rules. */
  readonly lines: readonly string[]
  /** The variable with its canonical JSON; undefined in it where the property is absent. */
  readonly json: string
  /** The variable with what rules see; undefined in it where there is nothing to see. */
  readonly judged: string
  /** True where a pass that goes on has a value for it. */
  readonly isAlwaysThere: boolean
  /** Asks its rules, once the judged object is whole. */
  readonly rulesOf: (owner: string) => readonly string[]
}

type Readers = (target: ReadTarget) => string

/** Writes how one property is read and judged. */
export function writeProperty(
  writing: Writing,
  property: PropertyShape,
  readers: Readers,
): WrittenProperty {
  const from = writing.program.variable('v')
  const value = writeValue(writing, property.value, { from, level: 0, readerOf: readers })
  const checks = writing.isJudged ? [] : writeJudging(writing, property, value.judged)
  const lines = [...value.lines, ...checks]
  const isPlainlyRequired =
    property.presence === 'required' && nullPolicy(writing, property) === 'refuse'
  const read = isPlainlyRequired
    ? { ...value, lines: [`if (${from} == null) return unsure;`, ...lines] }
    : writeChoice(writing, property, { from, value: { ...value, lines } })
  const { key } = property
  const rulesOf = (owner: string): readonly string[] =>
    writeRules(writing, property, { from, judged: read.judged, owner })
  return { key, from, ...read, isAlwaysThere: isAlwaysThere(writing, property), rulesOf }
}

type NullPolicy = 'absent' | 'refuse' | 'value'

function nullPolicy({ options }: Writing, property: PropertyShape): NullPolicy {
  if (property.isNullable) return 'value'
  if (property.rules.some((rule) => rule.kind === 'optional')) {
    return options.optionalNull === 'keep' ? 'value' : options.optionalNull
  }
  return property.presence === 'conditional' ? 'value' : 'refuse'
}

interface ReadValue {
  readonly lines: readonly string[]
  readonly json: string
  readonly judged: string
}

/** A property that may be absent, or null. */
function writeChoice(
  writing: Writing,
  property: PropertyShape,
  { from, value }: { readonly from: string; readonly value: ReadValue },
): ReadValue {
  const policy = nullPolicy(writing, property)
  const json = writing.program.variable('j')
  const judged = writing.isJudged ? writing.program.variable('w') : json
  const assign = (source: { json: string; judged: string }): readonly string[] => [
    `${json} = ${source.json};`,
    ...(writing.isJudged ? [`${judged} = ${source.judged};`] : []),
  ]
  const onNull = policy === 'value' ? assign({ json: 'null', judged: 'null' }) : ['return unsure;']
  const lines = [
    `let ${[...new Set([json, judged])].join(', ')};`,
    ...block(`if (${isAbsent(from, policy)})`, writeAbsent(writing, property, assign)),
    ...(policy === 'absent' ? [] : block(`else if (${from} === null)`, onNull)),
    ...block('else', [...value.lines, ...assign(value)]),
  ]
  return { lines, json, judged }
}

function isAbsent(from: string, policy: NullPolicy): string {
  return policy === 'absent' ? `${from} == null` : `${from} === undefined`
}

/** What an absent argument gets: what its initialiser gives, and as JSON only where that is constant. */
function writeAbsent(
  { program, options }: Writing,
  property: PropertyShape,
  assign: (source: { json: string; judged: string }) => readonly string[],
): readonly string[] {
  if (property.presence === 'required') return ['return unsure;']
  if (property.initial === undefined) return []
  const { value, constant: own } = property.initial
  const constant = options.findDefault(property)
  const initial = program.constant(value)
  return assign({
    json: constant === undefined ? 'undefined' : program.constant(constant),
    judged: own === undefined ? initial : `structuredClone(${initial})`,
  })
}

function isAlwaysThere({ options }: Writing, property: PropertyShape): boolean {
  if (property.presence === 'required') return true
  return property.initial !== undefined && options.findDefault(property) !== undefined
}

/** Rules of a value that is there; the conditions that would switch them off are those of absence and null. */
function writeJudging(
  writing: Writing,
  { rules, target }: PropertyShape,
  judged: string,
): readonly string[] {
  return writeChecks(writing, rules, { judged, owner: undefined, targetName: target.name })
}

/** Rules that see the object. A value that is there although its own conditions say that it does not count is refused. */
function writeRules(
  writing: Writing,
  property: PropertyShape,
  {
    from,
    judged,
    owner,
  }: { readonly from: string; readonly judged: string; readonly owner: string },
): readonly string[] {
  const { rules, target, initial } = property
  const value: RuledValue = { judged, owner, targetName: target.name }
  const isThere = `!(${isAbsent(from, nullPolicy(writing, property))})`
  const conditionsOf = (...kinds: readonly Rule['kind'][]): readonly string[] =>
    rules
      .filter(({ kind }) => kinds.includes(kind))
      .map((rule) => writeCondition(writing, rule, value))
  const own = conditionsOf('condition')
  const others = conditionsOf('optional', 'nullable')
  const checks = writeChecks(writing, rules, value)
  const asked = others.length === 0 ? checks : block(`if (${others.join(' && ')})`, checks)
  const lines =
    own.length === 0
      ? asked
      : [...block(`if (${own.join(' && ')})`, asked), `else if (${isThere}) return unsure;`]
  return initial === undefined ? lines : block(`if (${isThere})`, lines)
}
