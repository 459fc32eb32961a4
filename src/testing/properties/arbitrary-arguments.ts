import fc, { type Arbitrary } from 'fast-check'

import { assertOptions } from '../../errors/assert-options.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { toRule } from '../../errors/option-problems.js'
import { defineClassTool } from '../../registry/define/define-class-tool.js'
import type { JsonObject } from '../../schema/json.js'
import type { ToolClass } from '../../tools/constructor.js'
import type { Admission, ToolDefinition } from '../../tools/tool-definition.js'
import { exampleTexts } from '../../types/drift/examples/example-texts.js'
import { objectArbitrary } from './schema/schema-arbitrary.js'

/** How arguments are made. */
export interface ArbitraryArgumentsOptions {
  /**
   * Values for arguments whose rules no schema says: a date that is a holiday, the id of an account there is. By name.
   * @defaultValue values of the schema that the validators accept
   */
  readonly values?: Readonly<Record<string, Arbitrary<unknown>>> | undefined
}

/**
 * Valid arguments of a tool, for fast-check: made from its input schema, and each admitted before it is given. Shrinking
 * keeps them valid. A class whose constructor needs its services is passed as the definition that a registry has of it.
 *
 * @throws DefinitionError when the class is no tool, a value is for no argument, or, while values are made, none in ten
 * thousand is admitted.
 * @example
 * ```ts
 * fc.assert(fc.asyncProperty(arbitraryArguments(Transfer), async (input) => {
 *   await expect(harness.call('ledger/transfer', input)).toHaveOutcome({ status: 'output' })
 * }))
 * ```
 */
export function arbitraryArguments(
  tool: ToolClass | ToolDefinition,
  options: ArbitraryArgumentsOptions = {},
): Arbitrary<JsonObject> {
  const definition = typeof tool === 'function' ? defineBare(tool) : tool
  const subject = `arbitraryArguments, ${definition.id.toString()}`
  assertOptions(subject, options, rules)
  const { values = {} } = options
  const schema = definition.inputSchema
  const unknown = Object.keys(values).filter(
    (name) => !Object.hasOwn(schema.properties ?? {}, name),
  )
  if (unknown.length > 0)
    throw new DefinitionError(unknown.map((name) => noArgument(subject, name)))
  const suspects: string[] = []
  const members = objectArbitrary({ schema, root: schema, depth: 0 }, (name, made) => {
    const given = Object.hasOwn(values, name) ? values[name] : undefined
    const isAdmitted = (value: unknown): boolean => !isBlamed(definition, name, value)
    return given ?? accepted(made(), isAdmitted, () => suspects.push(name))
  })
  const isAdmitted = (input: unknown): boolean => admitNow(definition, input).status === 'admitted'
  return filtered(members, isAdmitted, () => neverAdmitted(subject, suspects))
}

const rules = {
  values: toRule(
    'an object of arbitraries',
    (value) => typeof value === 'object' && value !== null,
  ),
}

/** A definition that makes no instance: only what it takes is asked of it. */
function defineBare(toolClass: ToolClass): ToolDefinition {
  const instances = {
    create: () => {
      throw new Error('arbitraryArguments: no instance is made of its class.')
    },
  }
  return defineClassTool(toolClass, { instances, argumentOptions: { repairJsonStrings: false } })
}

/** Whether a value alone is refused where it stands; what is missing beside it says nothing of it. */
function isBlamed(definition: ToolDefinition, name: string, value: unknown): boolean {
  const admission = admitNow(definition, { [name]: value })
  if (admission.status === 'admitted') return false
  return admission.issues.some(({ path }) => {
    return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
  })
}

function admitNow(definition: ToolDefinition, input: unknown): Admission {
  const admission = definition.admit(input)
  if ('status' in admission) return admission
  admission.catch(() => undefined)
  throw new DefinitionError([answersLater(`arbitraryArguments, ${definition.id.toString()}`)])
}

const triedFirst = 40

/**
 * Those of the values that are admitted. Where few are, since the validators ask for a form that no schema says, they are
 * taken from a list: of the values tried first, and of texts of the forms that validators ask for.
 */
function accepted(
  made: Arbitrary<unknown>,
  isAdmitted: (value: unknown) => boolean,
  suspect: () => void,
): Arbitrary<unknown> {
  const tried = fc.sample(made, { numRuns: triedFirst, seed: 1 })
  const found = tried.filter(isAdmitted)
  if (found.length > triedFirst / 4) return made.filter(isAdmitted)
  const known = exampleTexts.filter(isAdmitted)
  if (found.length + known.length > 0) return fc.constantFrom(...found, ...known)
  // By itself it is never admitted: its rule looks at other arguments, or asks for what nothing here is.
  suspect()
  return made
}

/** How many values in a row may be refused before it is given up. */
const patience = 10_000

function filtered<Value>(
  made: Arbitrary<Value>,
  isAdmitted: (value: Value) => boolean,
  toProblem: () => DefinitionError,
): Arbitrary<Value> {
  let refused = 0
  return made.filter((value) => {
    if (isAdmitted(value)) {
      refused = 0
      return true
    }
    refused += 1
    if (refused > patience) throw toProblem()
    return false
  })
}

function neverAdmitted(subject: string, suspects: readonly string[]): DefinitionError {
  const names = suspects.map((name) => `"${name}"`).join(', ')
  const which = names === '' ? '' : `, for which look at ${names}`
  const message = `of ${patience.toString()} inputs none was admitted: the validators ask for more than the schema says${which}.`
  const fix = 'Pass `values` with an arbitrary for each such argument.'
  return new DefinitionError([{ subject, message, fix }])
}

function noArgument(subject: string, name: string): DefinitionError['problems'][number] {
  const message = `"${name}" in \`values\` is no argument of the tool.`
  return { subject, message, fix: 'Name an argument of its input schema.' }
}

function answersLater(subject: string): DefinitionError['problems'][number] {
  const message = 'a validator answers by a promise, and values are made without waiting.'
  return { subject, message, fix: 'Write the arbitrary by hand, and check it with `dispatch`.' }
}
