import type { JsonObject } from '../../schema/json.js'
import type { Admission } from '../../tools/tool-definition.js'
import { admitted, refused } from './admitted.js'
import { copyJson } from '../input/copy-json.js'
import { IssueList } from '../input/issue-list.js'
import { readObject } from './read-arguments.js'
import type { Reading, ReadObject, ReadOptions } from './reading.js'
import { readInput } from '../input/read-input.js'
import { RepairBudget } from '../input/repair-budget.js'
import { reportConditions } from './report-conditions.js'
import { reportViolations } from './report-violations.js'
import type { ClassShape } from '../shape/shape.js'

/**
 * Admits input as the arguments a class declares, or refuses it with every reason: first what does not fit the
 * shape, then what class-validator refuses. A promise only where a rule is asynchronous.
 */
export function admitObject(
  shape: ClassShape,
  input: unknown,
  options: ReadOptions,
): Admission | Promise<Admission> {
  const issues = new IssueList()
  const source = readInput(input, options.limits, issues)
  if (source === undefined) return refused(issues)
  const budget = new RepairBudget(options.limits)
  const reading: Reading = { options, issues, budget, repaired: [], objects: [] }
  const { json } = readObject(reading, shape, { value: source, path: '' })
  if (reading.repaired.length > 0) copyJson(json, { limits: options.limits, issues, path: '' })
  const verdicts = reading.objects.map(({ shape: { target }, judged }) =>
    options.judge(target, judged),
  )
  const finish = (): Admission => {
    reading.objects.forEach((object, index) => {
      const { violations = [] } = verdicts[index] ?? {}
      reportConditions(issues, object)
      reportViolations(
        issues,
        object,
        violations.filter(({ rule }) => isAsked(object, rule.property)),
      )
    })
    return issues.isEmpty ? admitted(json as JsonObject, reading.repaired) : refused(issues)
  }
  const pending = verdicts.flatMap((verdict) => verdict.pending)
  return pending.length === 0 ? finish() : Promise.all(pending).then(finish)
}

function isAsked({ shape, settled }: ReadObject, property: string): boolean {
  return !settled.has(property) && shape.properties.some((one) => one.property === property)
}
