import { AsyncLocalStorage } from 'node:async_hooks'
import type { Container } from 'inversify'

import { findAmbientContext } from '../tools/ambient-context.js'
import type { CallLink } from '../tools/call-link.js'
import { ToolContext } from '../tools/tool-context.js'

/** Whose instance a container makes: that of a call, or one outside calls to learn its initialisers. */
export interface Purpose {
  readonly container: Container
  readonly context: ToolContext | undefined
}

/** The making of one instance. */
class Creation implements Purpose {
  readonly container: Container
  readonly context: ToolContext | undefined
  /** False once another call may run in its scope, or the instance is made: what asks then is not known. */
  isCurrent = true

  constructor({ container, context }: Purpose) {
    this.container = container
    this.context = context
  }
}

/** Of the calls that a container makes instances for. */
interface ServedCalls {
  /** False once a call did not run in its own ambient context: its body may see that of a call further out. */
  isAmbient: boolean
}

let creation: Creation | undefined
const asyncCreation = new AsyncLocalStorage<Creation>()
const servedCalls = new WeakMap<Container, ServedCalls>()

/** Makes an instance; what it resolves at once learns the purpose from `findPurpose`. */
export function createFor<Instance>(purpose: Purpose, create: () => Instance): Instance {
  return runAs(begin(purpose), create)
}

/** The same for a container with asynchronous bindings, whose services are made after a wait. */
export async function createForAsync<Instance>(
  purpose: Purpose,
  create: () => Promise<Instance>,
): Promise<Instance> {
  const current = begin(purpose)
  try {
    return await asyncCreation.run(current, () => runAs(current, create))
  } finally {
    current.isCurrent = false
  }
}

/** For whom a container makes an instance at this moment; undefined when it makes none, or that is not certain. */
export function findPurpose(container: Container): Purpose | undefined {
  const current = findCreation()
  return current?.container === container && current.isCurrent ? current : undefined
}

/** The context of the call this code runs in, when a container made the instance of that very call. */
export function findServedContext(container: Container): ToolContext | undefined {
  const context = findAmbientContext()
  const served = servedCalls.get(container)
  const link = linkOf(context)
  return served?.isAmbient === true && link?.servedBy === container ? context : undefined
}

function findCreation(): Creation | undefined {
  return creation ?? asyncCreation.getStore()
}

function begin(purpose: Purpose): Creation {
  const outer = findCreation()
  if (outer?.container === purpose.container) outer.isCurrent = false
  if (purpose.context !== undefined) serve(purpose.container, linkOf(purpose.context))
  return new Creation(purpose)
}

function serve(container: Container, link: CallLink<ToolContext> | undefined): void {
  const served = servedCalls.get(container) ?? startServing(container)
  if (link !== undefined) link.servedBy = container
  if (link !== linkOf(findAmbientContext())) served.isAmbient = false
}

function startServing(container: Container): ServedCalls {
  const served = { isAmbient: true }
  servedCalls.set(container, served)
  return served
}

function runAs<Result>(current: Creation, run: () => Result): Result {
  const outer = creation
  creation = current
  try {
    return run()
  } finally {
    creation = outer
  }
}

function linkOf(context: ToolContext | undefined): CallLink<ToolContext> | undefined {
  return ToolContext.is(context) ? ToolContext.linkOf(context) : undefined
}
