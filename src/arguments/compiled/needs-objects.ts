import type { Rule } from '../rules/class-validator-rules.js'
import { containedShapes } from '../shape/contained-shapes.js'
import type { ClassShape, PropertyShape, ValueShape } from '../shape/shape.js'
import { isGuarded } from './write-rules.js'

/** True where a rule or condition of the author's may look at the object it stands in. */
export function needsObjects(shapes: ReadonlySet<ClassShape>): boolean {
  return [...shapes].some(({ properties }) => properties.some(needsObject))
}

function needsObject({ rules, value }: PropertyShape): boolean {
  return rules.some((rule) => {
    if (rule.kind === 'condition') return true
    if (rule.kind !== 'check') return false
    return rule.record.validateIf !== undefined || !isGuarded(rule) || looksInside(rule, value)
  })
}

/** Rules that look at a container only from outside. */
const fromOutside: ReadonlySet<string> = new Set([
  'isArray',
  'isObject',
  'isDefined',
  'arrayNotEmpty',
  'arrayMinSize',
  'arrayMaxSize',
])

/** True for a rule that looks at what stands in a container, where rules see something else than its JSON there. */
function looksInside(rule: Rule, value: ValueShape): boolean {
  if (value.kind === 'object' || value.kind === 'discriminated') return !fromOutside.has(rule.name)
  const contained = containedShapes(value)
  const isData = contained.every(({ kind }) => kind === 'any' || kind === 'schema')
  return contained.length > 0 && !isData && (rule.each || !fromOutside.has(rule.name))
}
