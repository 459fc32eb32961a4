import { isDeepStrictEqual } from 'node:util'

import type { Constructor } from '../../tools/constructor.js'
import { defaultLimits } from '../input/admit-limits.js'
import { copyJson } from '../input/copy-json.js'
import { createInertStub, isInertStub } from './inert-stub.js'
import { toInitialJson } from './initial-json.js'
import { IssueList } from '../input/issue-list.js'
import type { InitialValue, ValueShape } from './shape.js'

const stubCount = 16

/** What the probes hold in a property. */
export interface ProbedValue {
  readonly value: unknown
  /** True when every probe holds the same. */
  readonly isConstant: boolean
  /** True for a service that the constructor was given: the property is an injected member. */
  readonly isInjected: boolean
}

/** Instances of a class made only to learn what its initialisers give. Nothing is ever copied from one into a call. */
export interface Probes {
  readonly instances: readonly [object, ...object[]]
  /** What was injected into them: a property that holds one of these is no argument. */
  readonly injected: readonly unknown[]
}

/** One instance made through a container, and what the container put into it. */
export interface ContainerProbe {
  readonly instance: object
  readonly injected: readonly unknown[]
}

/**
 * Probes a tool class: its constructor is run twice with inert stubs; if that throws, once through the container.
 *
 * @throws whatever the last attempt threw.
 */
export function probeToolClass(
  target: Constructor,
  createThroughContainer?: () => ContainerProbe,
): Probes {
  try {
    return { instances: [constructWithStubs(target), constructWithStubs(target)], injected: [] }
  } catch (error) {
    if (createThroughContainer === undefined) throw error
    const { instance, injected } = createThroughContainer()
    return { instances: [instance], injected }
  }
}

/** Probes a nested class, whose constructor is called with nothing, as it is in a call. */
export function probeNestedClass(target: Constructor): Probes {
  return { instances: [construct(target, []), construct(target, [])], injected: [] }
}

/** What the probes hold in a property, or undefined when it has no initialiser. */
export function findProbedValue(
  { instances, injected }: Probes,
  property: string,
): ProbedValue | undefined {
  const value = readOwn(instances[0], property)
  if (value === undefined) return undefined
  const isConstant =
    instances.length > 1 &&
    instances.every((probe) => isDeepStrictEqual(readOwn(probe, property), value))
  return { value, isConstant, isInjected: isInertStub(value) || isInjectedService(value, injected) }
}

/** The initial value of a property of this shape. */
export function toInitialValue(
  { value, isConstant }: ProbedValue,
  shape: ValueShape,
): InitialValue {
  const copying = { limits: defaultLimits, issues: new IssueList(), path: '' }
  const constant = isConstant ? copyJson(toInitialJson(value, shape), copying) : undefined
  return { value, constant }
}

function isInjectedService(value: unknown, injected: readonly unknown[]): boolean {
  const isReference = typeof value === 'function' || (typeof value === 'object' && value !== null)
  return isReference && injected.includes(value)
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
