import { basicRules } from '../../errors/basic-option-rules.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { optionProblems, toRule, type OptionRule } from '../../errors/option-problems.js'

/** A verb of a journal as it is called, and what it must be told. */
type Rules = Readonly<Record<string, OptionRule>>

const { name, text, flag, object, durationMs } = basicRules
const anything = toRule('', () => true)
const question = { suspensionId: text, tenantId: text, contractDigest: text }
const word = { by: name, reason: name, attempt: toRule('a whole number', Number.isInteger) }

const verbs = {
  approve: { ...question, by: name },
  deny: { ...question, by: name, reason: text },
  withdraw: { ...question, reason: text, isYesToo: flag },
  answer: { ...question, value: anything, by: text },
  complete: { ...question, result: object, performedBy: name },
  resolve: { ...word, result: object },
  free: { ...word, isForced: flag },
  prune: { olderThanMs: durationMs, forgetKeys: flag },
} as const satisfies Record<string, Rules>

const optional: ReadonlySet<string> = new Set([
  ...['contractDigest', 'attempt', 'forgetKeys', 'isYesToo'],
])

/** Where a word may be left out besides. */
const optionalIn: Readonly<Record<string, readonly string[]>> = {
  deny: ['reason'],
  answer: ['by'],
}

/** A verb that people and hosts call. */
export type SaidVerb = keyof typeof verbs

/**
 * Holds what somebody says to a journal to what its verb needs, before anything is looked at: a decision of nobody is
 * none.
 *
 * @throws DefinitionError naming everything that is wrong.
 */
export function assertSaid(verb: SaidVerb, said: unknown): void {
  const subject = `journal.${verb}`
  if (typeof said !== 'object' || said === null) {
    const message = 'what it is told is not an object.'
    const fix = `Pass { ${Object.keys(verbs[verb]).join(', ')} }.`
    throw new DefinitionError([{ subject, message, fix }])
  }
  const rules: Rules = verbs[verb]
  const known = Object.fromEntries(Object.keys(rules).map((key) => [key, Reflect.get(said, key)]))
  const problems = optionProblems(subject, known, rules)
  const missing = Object.entries(rules).filter(([key]) => isMissing(verb, key, said))
  const told = missing.map(([key, { expected }]) => ({
    subject,
    message: `"${key}" is missing.`,
    fix: expected === '' ? 'Pass it.' : `Pass ${expected}.`,
  }))
  if (problems.length + told.length > 0) throw new DefinitionError([...problems, ...told])
}

function isMissing(verb: SaidVerb, key: string, said: object): boolean {
  if (optional.has(key) || optionalIn[verb]?.includes(key) === true) return false
  return Reflect.get(said, key) === undefined
}
