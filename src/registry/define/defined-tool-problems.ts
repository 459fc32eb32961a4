import { basicRules } from '../../errors/basic-option-rules.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { Effect } from '../../tools/effect.js'
import {
  declaredIdentityProblems,
  effectProblems,
  foreignIdentityProblems,
  type DeclaredIdentity,
} from './identity-problems.js'
import { optionProblems, toRule } from '../../errors/option-problems.js'
import { commonRules, keyPathRule, limitsRule } from './common-rules.js'
import { isObject } from '../../schema/is-object.js'

/** What is looked at beyond the types of single options. */
interface ExaminedOptions extends DeclaredIdentity {
  readonly mutates?: boolean
  readonly effect?: Effect
  readonly source?: unknown
  readonly description?: unknown
  readonly call?: unknown
}

/** What is wrong with the options of `defineTool`, its schemas aside. */
export function definedToolProblems(subject: string, options: object): DefinitionProblem[] {
  const { server, name, wireName, mutates, effect, source, description, call } =
    options as ExaminedOptions
  const identityProblems = source === 'mcp' ? foreignIdentityProblems : declaredIdentityProblems
  return [
    ...optionProblems(subject, options, toolRules),
    ...identityProblems(subject, { server, name, wireName }),
    ...effectProblems(subject, { mutates, effect }),
    ...missing(subject, { description, call }),
  ]
}

const toolRules = {
  ...commonRules,
  inputSchema: toRule('a JSON Schema in object form', isObject),
  outputSchema: toRule('a JSON Schema in object form', isObject),
  limits: limitsRule,
  idempotencyKey: toRule(
    `${keyPathRule.expected}; or a function of the arguments`,
    (value) => typeof value === 'function' || keyPathRule.accepts(value),
  ),
  call: basicRules.callable,
  resume: basicRules.callable,
  reconcile: basicRules.callable,
}

function missing(subject: string, required: object): DefinitionProblem[] {
  return Object.entries(required)
    .filter(([, value]) => value === undefined)
    .map(([name]) => ({ subject, message: `it has no \`${name}\`.`, fix: `Give it one.` }))
}
