import { compileJsonSchema } from '../schema/json-schema-validator.js'
import type { JsonSchema } from '../schema/json-schema.js'
import type { JsonObject } from '../schema/json.js'
import type { SchemaViolation } from '../schema/schema-violation.js'
import type { Admission } from '../tools/tool-definition.js'
import { resolveLimits, type AdmitLimits } from './input/admit-limits.js'
import { admitted, refused } from './admit/admitted.js'
import { copyJson } from './input/copy-json.js'
import { IssueList } from './input/issue-list.js'
import { readInput } from './input/read-input.js'
import { RepairBudget } from './input/repair-budget.js'
import { repairBySchema } from './admit/repair-by-schema.js'
import { addUnknownKey } from './admit/unknown-keys.js'

/** How arguments of a plain JSON Schema are read. */
export interface RawArgumentOptions {
  readonly limits?: Partial<AdmitLimits> | undefined
  readonly repairJsonStrings: boolean
  /** Whether absent members get the `default` of their schema. */
  readonly fillDefaults: boolean
}

/** The arguments of a tool that is described by a JSON Schema instead of a class. */
export function rawArguments(
  inputSchema: JsonSchema,
  options: RawArgumentOptions,
): { admit(input: unknown): Admission } {
  const limits = resolveLimits(options.limits)
  const names = Object.keys(inputSchema.properties ?? {})
  const { fillDefaults } = options
  return {
    admit(input) {
      const issues = new IssueList()
      const source = readInput(input, limits, issues)
      if (source === undefined) return refused(issues)
      const repaired: string[] = []
      const repairing = { repaired, budget: new RepairBudget(limits), path: '' }
      const json = options.repairJsonStrings
        ? repairBySchema(source, inputSchema, repairing)
        : source
      if (repaired.length > 0) copyJson(json, { limits, issues, path: '' })
      const violations = compileJsonSchema(inputSchema, { fillDefaults })(json)
      for (const violation of violations) addViolation(issues, violation, names)
      return issues.isEmpty ? admitted(json as JsonObject, repaired) : refused(issues)
    },
  }
}

function addViolation(
  issues: IssueList,
  { path, keyword, message, property }: SchemaViolation,
  names: readonly string[],
): void {
  if (keyword !== 'additionalProperties' || property === undefined)
    issues.add(path, keyword, message)
  else addUnknownKey(issues, property, { path, known: path === '' ? names : [] })
}
