import { Container, type Newable } from 'inversify'

import type { Constructor, ToolBody, ToolClass } from '../tools/constructor.js'
import { copyInjections, readInjections } from './class-injections.js'
import { subjectOf } from './classes/class-name.js'
import { PlanProbe } from './plan-probe.js'
import type { PlannedBinding } from './plan-tree.js'
import { toService } from './tool-module.js'

/** An instance that a container made, and what it put into it. */
export interface RecordedInstance {
  readonly instance: ToolBody
  /** The objects and functions that its constructor and its properties were given. */
  readonly injected: readonly object[]
}

/**
 * Makes an instance through a child of the container, whose binding of the class notes what Inversify passes: a
 * transient service could not be told by asking for it once more.
 *
 * @throws Error when the class is bound to something else than a class, or cannot be made.
 */
export function createRecorded(container: Container, toolClass: ToolClass): RecordedInstance {
  const binding = findBinding(container, toolClass)
  const { implementationType } = binding
  if (implementationType === undefined) throw notBoundToClass(toolClass)
  const passed: unknown[] = []
  const recorder = recorderOf(implementationType, passed)
  const instance = getFromChild(container, toService(toolClass), { ...binding, recorder })
  const properties = [...readInjections(implementationType).properties.keys()]
  const values = [...passed, ...properties.map((key): unknown => Reflect.get(instance, key))]
  return { instance, injected: values.flatMap(withMembers).filter(isReference) }
}

interface Replacement {
  readonly recorder: Newable<ToolBody>
  readonly onActivation?: unknown
}

type Activation = (context: unknown, instance: ToolBody) => ToolBody

/** Factories made here keep the child as their context, so it must not keep the replaced binding. */
function getFromChild(
  parent: Container,
  service: Newable<ToolBody>,
  { recorder, onActivation }: Replacement,
): ToolBody {
  const child = new Container({ parent })
  child.snapshot()
  try {
    const bound = child.bind(service).to(recorder).inTransientScope()
    if (typeof onActivation === 'function') bound.onActivation(onActivation as Activation)
    return child.get(service)
  } finally {
    child.restore()
  }
}

function findBinding(container: Container, toolClass: ToolClass): Partial<PlannedBinding> {
  const probe = new PlanProbe(container)
  try {
    return probe.bindingsOf(toolClass)[0] ?? {}
  } finally {
    probe.close()
  }
}

/** The class itself for all that looks at it, but every construction notes its parameters. */
function recorderOf(target: Constructor, passed: unknown[]): Newable<ToolBody> {
  const recorder = new Proxy(target, {
    construct(constructed, parameters: unknown[]) {
      passed.push(...parameters)
      return Reflect.construct(constructed, parameters) as ToolBody
    },
  })
  copyInjections(target, recorder)
  return recorder as unknown as Newable<ToolBody>
}

/** A list of services as `@multiInject` gives it, with the services in it. */
function withMembers(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? [value, ...(value as readonly unknown[])] : [value]
}

function isReference(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}

function notBoundToClass(toolClass: ToolClass): Error {
  return new Error(
    `${subjectOf(toolClass)}: it is bound to a function, so what its constructor is given is not known. Bind the class with toolModule alone.`,
  )
}
