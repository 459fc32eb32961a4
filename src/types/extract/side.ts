import type ts from 'typescript'

import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { instanceKeyword } from '../../tools/type-facts.js'
import type { Project } from '../project/open-project.js'
import { argumentMembers } from './argument-members.js'
import { dataMembers, type DataMember } from './data-members.js'
import { isInitialised } from './initialised-members.js'
import { findInstanceName, findOpaqueName } from './opaque-types.js'
import { tidySchema } from './tidy-schema.js'

/** Where in a tool's arguments or output a type stands: `lines[].total`. */
export type Place = string

/** What differs between reading the type of arguments and that of an output. */
export interface Side {
  /** Whether an object has no members but those its type names. */
  readonly isClosed: boolean
  /** Whether a sum of the members of an enum of flags is one of its values: a body may add them, a model may not. */
  readonly addsFlags: boolean
  /** What JSON makes of an element that is undefined. */
  readonly undefinedElement: JsonSchema
  /** The type `object`. */
  readonly anyObject: JsonSchema
  /** The type `{}`, and interfaces without members. */
  readonly anything: JsonSchema
  /** An element that may also be undefined. */
  orUndefined(element: JsonSchema): JsonSchema
  members(project: Project, type: ts.Type): readonly DataMember[]
  isRequired(project: Project, member: DataMember): boolean
  /** The type of the value that stands for an object in JSON. */
  findReplacement(project: Project, type: ts.Type): ts.Type | undefined
  /** The name of a class or type that is no plain data. */
  findInstance(project: Project, type: ts.Type): string | undefined
  date(json: JsonSchema): JsonSchema
  instance(name: string, json: JsonSchema, place: Place): JsonSchema
  unresolved(place: Place): JsonSchema
  endless(place: Place): JsonSchema
}

/** Arguments come from JSON: what is none is marked with what it has to become. */
export function argumentsSide(subject: string, problems: DefinitionProblem[]): Side {
  return {
    ...reports('the arguments have', subject, problems),
    isClosed: true,
    addsFlags: false,
    undefinedElement: { not: {} },
    anyObject: { type: 'object' },
    anything: { type: 'object' },
    orUndefined: (element) => element,
    members: argumentMembers,
    isRequired: (project, member) => !member.isOptional && !isInitialised(project, member),
    findReplacement: () => undefined,
    findInstance: findInstanceName,
    date: (json) => ({ ...json, [instanceKeyword]: 'Date' }),
    instance: (name, json) => ({ ...json, [instanceKeyword]: name }),
  }
}

/** An output becomes JSON: `toJSON` counts, and what JSON cannot carry is a problem. */
export function outputSide(subject: string, problems: DefinitionProblem[]): Side {
  return {
    ...reports('the output has', subject, problems),
    isClosed: false,
    addsFlags: true,
    undefinedElement: { type: 'null' },
    // An array is an `object`, and anything but null and undefined is a `{}`.
    anyObject: { type: ['object', 'array'] },
    anything: {},
    orUndefined: (element) => tidySchema({ anyOf: [element, { type: 'null' }] }),
    members: dataMembers,
    isRequired: (project, { isOptional, type }) => !isOptional && !isAnything(project, type),
    findReplacement: toJsonType,
    findInstance: findOpaqueName,
    date: (json) => json,
    instance(name, _json, place) {
      const message = `the output has ${wordFor(name)}${at(place)}, which JSON cannot carry.`
      problems.push({ subject, message, fix: fixes[name] ?? 'Return plain JSON data there.' })
      return {}
    },
  }
}

const fixes: Readonly<Record<string, string>> = {
  BigInt: 'Return a string, or a number where it is small enough.',
  Map: 'Return an object (`Object.fromEntries(map)`) or an array of entries.',
  Set: 'Return an array (`[...set]`).',
  Promise: 'Await it before it is returned.',
  Function: 'Leave it out, or return what it gives.',
  Symbol: 'Return its name as a string.',
}

function wordFor(name: string): string {
  const words: Readonly<Record<string, string>> = {
    BigInt: 'a bigint',
    Symbol: 'a symbol',
    Function: 'a function',
  }
  return words[name] ?? `an instance of ${name}`
}

function at(place: Place): string {
  return place === '' ? '' : ` at ${place}`
}

function reports(
  what: string,
  subject: string,
  problems: DefinitionProblem[],
): Pick<Side, 'unresolved' | 'endless'> {
  const earlier = problems.length
  return {
    unresolved(place) {
      const message = `${what} a type${at(place)} that the compiler cannot find.`
      const fix = 'Make the program compile: `tsc --noEmit` says what is missing.'
      problems.push({ subject, message, fix })
      return {}
    },
    endless(place) {
      // What was found on the way into it is one mistake told many times.
      problems.splice(earlier)
      const isTold = problems.some((problem) => problem.message.endsWith(withoutEnd))
      const fix = `Give it a type that repeats itself; it goes on${at(place.slice(0, 64))}.`
      if (!isTold) problems.push({ subject, message: `${what} ${withoutEnd}`, fix })
      return {}
    },
  }
}

const withoutEnd = 'a type that nests without end.'

/** `unknown` and `any` may be undefined, and are absent then. */
function isAnything({ compiler: { ts } }: Project, type: ts.Type): boolean {
  const { Any, Unknown, TypeVariable } = ts.TypeFlags
  return (type.flags & (Any | Unknown | TypeVariable)) !== 0
}

/** `JSON.stringify` writes what `toJSON` returns. */
function toJsonType({ checker, compiler: { ts } }: Project, type: ts.Type): ts.Type | undefined {
  const method = checker.getPropertyOfType(type, 'toJSON')
  if (method === undefined) return undefined
  const [signature] = checker.getSignaturesOfType(
    checker.getTypeOfSymbol(method),
    ts.SignatureKind.Call,
  )
  return signature?.getReturnType()
}
