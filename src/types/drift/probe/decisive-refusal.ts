import type { PropertyShape } from '../../../arguments/shape/shape.js'
import { isBuiltInRule } from '../../../arguments/translation/rule-schemas.js'
import type { Issue } from '../../../errors/issue.js'
import type { JsonValue } from '../../../schema/json.js'
import { probeValue, type PropertyProbe } from './property-probe.js'

/** Codes that depend on more than the value: on other arguments, or on what a transform makes of it. */
const undecided: ReadonlySet<string> = new Set(['conditionalValidation', 'transform'])

/**
 * True where a value is refused whatever else the input holds: by a rule of class-validator or of admit itself. What only
 * a validator of the author's own refuses may depend on other arguments, so it does not count.
 */
export async function refusesAlways(
  probe: PropertyProbe,
  value: JsonValue,
  issuePath: string,
): Promise<boolean> {
  const result = await probeValue(probe, value)
  if (result.status === 'accepted') return false
  return result.issues.some(
    (issue) => issue.path === issuePath && isDecisive(issue, probe.property),
  )
}

function isDecisive({ code }: Issue, { rules }: PropertyShape): boolean {
  if (undecided.has(code)) return false
  const rule = rules.find(({ name }) => name === code)
  return rule?.validators.every((validator) => isBuiltInRule(rule.name, validator)) ?? true
}
