import { Ajv2020 } from 'ajv/dist/2020.js'
import { getMetadataStorage } from 'class-validator'

import { argumentsOf } from './arguments-of.js'
import { exported } from './rule-under-test.js'
import type { RuleCase } from './rule-cases.js'

/** The two sides that the laws compare: what admit takes, and what the derived schema takes. */
export interface ClassUnderTest {
  readonly admits: (input: unknown) => boolean
  readonly conforms: (input: unknown) => boolean
}

/** The properties of a class, each with its decorators. */
export type Properties = Readonly<Record<string, readonly PropertyDecorator[]>>

const ajv = new Ajv2020({ strictNumbers: true, strict: false, validateFormats: false })

/** A class with these properties, read as a tool's arguments are, and its schema compiled by Ajv as a client has it. */
export function classUnderTest(properties: Properties): ClassUnderTest {
  return sidesOf(classOf(properties))
}

/** The two sides of a class that is there already. */
function sidesOf(target: new () => object): ClassUnderTest {
  const own = argumentsOf(target)
  const validate = ajv.compile(own.schema as object)
  return {
    admits: (input) => {
      const admission = own.admit(input)
      if (!('status' in admission)) throw new Error('no rule here answers later')
      return admission.status === 'admitted'
    },
    conforms: (input) => validate(input),
  }
}

export function classOf(properties: Properties): new () => object {
  class Arguments {}
  for (const [name, decorators] of Object.entries(properties))
    for (const decorate of decorators) decorate(Arguments.prototype, name)
  return Arguments
}

/** The decorator of a case, with the options every decorator takes last. */
export function decoratorOf([name, given]: RuleCase, options: object = {}): PropertyDecorator {
  const decorate = exported[name]
  if (decorate === undefined) throw new Error(`class-validator has no ${name}`)
  const position = name === 'ArrayUnique' && given.length === 0 ? 0 : optionsPosition(name)
  const filled = Array.from({ length: position }, (_, index) => given[index])
  return decorate(...filled, options)
}

/** A parameter with a default does not count in the length of a function. */
function optionsPosition(name: string): number {
  return name === 'IsNumber' ? 1 : (exported[name]?.length ?? 1) - 1
}

/**
 * Runs a part of a test and has class-validator forget the classes it made: its executor looks at every class it knows
 * on each validation.
 */
export function forgettingClasses<Result>(run: () => Result): Result {
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    readonly validationMetadatas: Map<unknown, unknown>
  }
  const before = new Set(validationMetadatas.keys())
  const forget = (): void => {
    for (const target of validationMetadatas.keys())
      if (!before.has(target)) validationMetadatas.delete(target)
  }
  let result: Result | undefined
  try {
    result = run()
    return (result instanceof Promise ? result.finally(forget) : result) as Result
  } finally {
    if (!(result instanceof Promise)) forget()
  }
}

const forbidden = /"(?:__proto__|constructor|prototype)"/

/** True for a value with a key that is refused whatever the rules say. */
export function hasForbiddenKey(value: unknown): boolean {
  return forbidden.test(JSON.stringify(value))
}
