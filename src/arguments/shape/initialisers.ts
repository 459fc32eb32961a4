import { isDeepStrictEqual } from 'node:util'

import type { JsonValue } from '../../schema/json.js'
import type { Constructor } from '../../tools/constructor.js'
import { defaultLimits } from '../admit/admit-limits.js'
import { copyJson } from '../admit/copy-json.js'
import { createInertStub } from './inert-stub.js'
import { IssueList } from '../admit/issue-list.js'

const stubCount = 16

/** What an initialiser gives a property when the argument is absent. */
export interface InitialValue {
  readonly value: unknown
  /** The value as JSON, when it is plain JSON and every probe gave the same; undefined for a Date or a random id. */
  readonly constant: JsonValue | undefined
}

/** Instances of a class made only to learn what its initialisers give. Nothing is ever copied from one into a call. */
export type Probes = readonly [object, ...object[]]

/**
 * Probes a tool class: its constructor is run twice with inert stubs; if that throws, once through the container.
 *
 * @throws whatever the last attempt threw.
 */
export function probeToolClass(target: Constructor, createThroughContainer?: () => object): Probes {
  try {
    return [constructWithStubs(target), constructWithStubs(target)]
  } catch (error) {
    if (createThroughContainer === undefined) throw error
    return [createThroughContainer()]
  }
}

/** Probes a nested class, whose constructor is called with nothing, as it is in a call. */
export function probeNestedClass(target: Constructor): Probes {
  return [construct(target, []), construct(target, [])]
}

/** The initial value of a property, or undefined when it has no initialiser. */
export function findInitialValue(probes: Probes, property: string): InitialValue | undefined {
  const value = readOwn(probes[0], property)
  if (value === undefined) return undefined
  const isSame =
    probes.length > 1 && probes.every((probe) => isDeepStrictEqual(readOwn(probe, property), value))
  const copying = { limits: defaultLimits, issues: new IssueList(), path: '' }
  const constant = isSame ? copyJson(value, copying) : undefined
  return { value, constant }
}

function readOwn(instance: object, property: string): unknown {
  return Object.getOwnPropertyDescriptor(instance, property)?.value
}

function constructWithStubs(target: Constructor): object {
  const count = Math.max(target.length, stubCount)
  return construct(target, Array.from({ length: count }, createInertStub))
}

function construct(target: Constructor, parameters: readonly unknown[]): object {
  return Reflect.construct(target, parameters) as object
}
