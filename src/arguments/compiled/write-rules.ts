import { checksInOrder, type Rule } from '../rules/class-validator-rules.js'
import { findStricterRule } from '../rules/stricter-rules.js'
import { isBuiltInRule } from '../translation/rule-schemas.js'
import { guardedArguments } from './guarded-arguments.js'
import { block, quote } from './program.js'
import { findShortcut } from './shortcuts.js'
import type { Writing } from './writing.js'

/** A value that rules are asked about. */
export interface RuledValue {
  /** The variable that holds it. */
  readonly judged: string
  /** The variable that holds the object it stands in; undefined where no rule looks at that. */
  readonly owner: string | undefined
  readonly targetName: string
}

/** Writes how the checks of a property are asked, in the order in which what they refuse is told. */
export function writeChecks(
  writing: Writing,
  rules: readonly Rule[],
  value: RuledValue,
): readonly string[] {
  return checksInOrder(rules).flatMap((rule) => {
    const lines = rule.each ? writeEach(writing, rule, value) : writeOne(writing, rule, value)
    const condition = rule.record.validateIf
    if (condition === undefined) return lines
    const { owner = 'undefined', judged } = value
    const holds = `${writing.program.constant(condition)}(${owner}, ${judged})`
    return block(`if (${holds})`, lines)
  })
}

/** Writes whether a condition holds. */
export function writeCondition(
  { program }: Writing,
  rule: Rule,
  { judged, owner = 'undefined' }: RuledValue,
): string {
  if (rule.kind === 'optional') return `(${judged} !== undefined && ${judged} !== null)`
  if (rule.kind === 'nullable') return `${judged} !== null`
  return `${program.constant(rule.constraints[0])}(${owner}, ${judged})`
}

function writeEach(writing: Writing, rule: Rule, value: RuledValue): readonly string[] {
  const [index, element] = [writing.program.variable('i'), writing.program.variable('e')]
  const head = `for (let ${index} = 0; ${index} < ${value.judged}.length; ${index} += 1)`
  return [
    `if (!Array.isArray(${value.judged})) return unsure;`,
    ...block(head, [
      `const ${element} = ${value.judged}[${index}];`,
      ...writeOne(writing, rule, { ...value, asked: element, index }),
    ]),
  ]
}

interface AskedValue extends RuledValue {
  /** What the rule is asked about: an element of the value, or the value itself. */
  readonly asked?: string
  /** The variable with the place of the element. */
  readonly index?: string
}

function writeOne(writing: Writing, rule: Rule, value: AskedValue): readonly string[] {
  const asked = value.asked ?? value.judged
  const shortcut = findShortcut(rule, asked, writing.program)
  const onRefusal = writeRefusal(writing, rule, value)
  if (shortcut?.isWhole === true) return [`if (!(${shortcut.text})) ${onRefusal}`]
  const asks = [...writeAsks(writing, rule, value), ...writeStricter(writing, rule, asked)]
  const isFine = asks.join(' && ')
  const test = shortcut === undefined ? isFine : `${shortcut.text} || (${isFine})`
  return [`if (!(${test})) ${onRefusal}`]
}

/** `o` is the object that the function reads. */
function writeRefusal({ program, isNoted }: Writing, rule: Rule, value: AskedValue): string {
  if (!isNoted) return 'return unsure;'
  const { asked = value.judged, index = 'undefined' } = value
  return `note(o, { rule: ${program.constant(rule)}, value: ${asked}, index: ${index} });`
}

function writeAsks(writing: Writing, rule: Rule, value: AskedValue): readonly string[] {
  const { program, isNoted } = writing
  const asked = value.asked ?? value.judged
  return rule.validators.map((validator) => {
    const ask = `${program.constant(validator)}.validate(${asked}, ${writeArguments(writing, rule, value)})`
    // Only an author's own rule may answer later, and the answer that is not awaited must not be lost.
    if (!isGuarded(rule)) return `isYes(${ask})`
    return isNoted ? `isPlainYes(${ask})` : `${ask} === true`
  })
}

function writeArguments(writing: Writing, rule: Rule, value: RuledValue): string {
  const { program, walk } = writing
  const { judged, owner, targetName } = value
  if (owner === undefined || isGuarded(rule))
    return program.constant(guardedArguments(rule, targetName, walk))
  return [
    `{ value: ${judged}`,
    `constraints: ${program.constant(rule.record.constraints)}`,
    `object: ${owner}`,
    `property: ${quote(rule.property)}`,
    `targetName: ${program.constant(targetName)} }`,
  ].join(', ')
}

function writeStricter({ program }: Writing, rule: Rule, asked: string): readonly string[] {
  const refuses = findStricterRule(rule)
  return refuses === undefined ? [] : [`!${program.constant(refuses)}(${asked})`]
}

/** True for a rule of class-validator itself, which looks at its constraints only. */
export function isGuarded({ name, validators }: Rule): boolean {
  return validators.every((validator) => isBuiltInRule(name, validator))
}
