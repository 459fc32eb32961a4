import type { JsonSchema, JsonTypeName } from '../../schema/json-schema.js'
import { jsonTypeOf } from '../../schema/json-type.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { isBuiltInRule, ruleSchema } from '../translation/rule-schemas.js'
import type { ValueShape } from './shape.js'
import type { ValueReading } from './value-problems.js'

/** Rules about what JSON text was turned into; their schema says nothing of it. */
const conversionRules: Readonly<Record<string, readonly ValueShape['kind'][]>> = {
  isDate: ['date'],
  minDate: ['date'],
  maxDate: ['date'],
  isInstance: ['date', 'array', 'tuple', 'map', 'object', 'discriminated'],
}

/** What the rules on a value of each kind see, by its JSON type; a bigint is none that JSON has. */
const judgedTypes: Readonly<Partial<Record<ValueShape['kind'], readonly JsonTypeName[]>>> = {
  date: ['object'],
  bigint: [],
  array: ['array'],
  tuple: ['array'],
  map: ['object'],
  object: ['object'],
  discriminated: ['object'],
}

/** Rules that cannot hold for a value of its shape: whatever came, they would refuse it. */
export function reportUnmeetableByShape(reading: ValueReading, shape: ValueShape): void {
  const rules = reading.rules.filter(
    ({ kind, record }) => kind === 'check' && record.validateIf === undefined,
  )
  for (const rule of rules) {
    const unmet = shapesUnder(rule, shape).find((one) => !canHold(rule, one))
    if (unmet !== undefined) reportRule(reading, rule, unmet)
  }
}

/** What the rule sees: the value, or each of its elements. */
function shapesUnder(rule: Rule, shape: ValueShape): readonly (ValueShape | 'no list')[] {
  if (!rule.each) return [shape]
  if (shape.kind === 'array') return [shape.items]
  if (shape.kind === 'tuple') return shape.items
  return shape.kind === 'any' || shape.kind === 'transformed' ? [] : ['no list']
}

function canHold(rule: Rule, shape: ValueShape | 'no list'): boolean {
  if (shape === 'no list') return false
  if (rule.validators.some((validator) => !isBuiltInRule(rule.name, validator))) return true
  const known =
    judgedTypes[shape.kind] ?? (shape.kind === 'schema' ? typesOf(shape.schema) : undefined)
  if (known === undefined) return true
  const kinds = conversionRules[rule.name]
  if (kinds !== undefined) return kinds.includes(shape.kind)
  const wanted = typesOf(ruleSchema(rule.name, rule.constraints)?.schema ?? {})
  return wanted === undefined || wanted.some((type) => known.some((one) => overlap(type, one)))
}

/** The types a schema allows, so far as it says; undefined for any. */
function typesOf({
  type,
  enum: listed,
  const: constant,
}: JsonSchema): readonly JsonTypeName[] | undefined {
  if (type !== undefined) return typeof type === 'string' ? [type] : type
  const values = constant === undefined ? listed : [constant]
  return values?.map(jsonTypeOf)
}

function overlap(first: JsonTypeName, second: JsonTypeName): boolean {
  const isNumber = (type: JsonTypeName): boolean => type === 'number' || type === 'integer'
  return first === second || (isNumber(first) && isNumber(second))
}

const nouns: Readonly<Partial<Record<ValueShape['kind'], string>>> = {
  date: 'a Date',
  bigint: 'a bigint',
  array: 'an array',
  tuple: 'an array',
  map: 'an object',
  object: 'an object',
  discriminated: 'an object',
}

function reportRule(reading: ValueReading, rule: Rule, shape: ValueShape | 'no list'): void {
  const noun = shape === 'no list' ? 'the elements of what is no array' : nouns[shape.kind]
  reading.report(
    `its rule "${rule.name}" cannot hold for ${noun ?? 'what its JSON Schema allows'}, so every value would be refused.`,
    fixOf(shape),
  )
}

function fixOf(shape: ValueShape | 'no list'): string {
  if (shape === 'no list') return 'Write the rule without { each: true }, or remove it.'
  if (shape.kind === 'array' || shape.kind === 'tuple')
    return 'Write { each: true } for a rule about the elements, or remove it.'
  return shape.kind === 'bigint' || shape.kind === 'date'
    ? 'Remove the rule, or remove the @Type and take the text; a rule of your own may be about the converted value.'
    : 'Remove the rule.'
}
