import type { PlanProbe } from './plan-probe.js'
import { isThenable } from '../tools/thenable.js'
import { isSettledBinding, type PlanStep, type PlannedBinding } from './plan-tree.js'

/**
 * Why a planned binding is made asynchronously, if a plan can tell. It cannot tell of a function that returns a
 * promise without being declared `async`; that one fails when the tool is called.
 */
export function findAsyncReason(step: PlanStep, probe: PlanProbe): string | undefined {
  const { binding } = step.node
  if (step.isSettled || isSettledBinding(binding)) return undefined
  if (binding.type === 'ConstantValue' && isThenable(binding.value)) return 'it is a promise'
  if (isAsyncFunction(makerOf(binding))) return 'its function is async'
  if ([binding.onActivation, ...probe.activationsOf(step.service)].some(isAsyncFunction)) {
    return 'its activation handler is async'
  }
  return hasAsyncPostConstruct(step) ? 'its @postConstruct method is async' : undefined
}

/** The function that makes the service; a factory is a service itself. */
function makerOf({ type, value, factory }: PlannedBinding): unknown {
  if (type === 'DynamicValue') return value
  return type === 'ResolvedValue' ? factory : undefined
}

function hasAsyncPostConstruct({ node }: PlanStep): boolean {
  const prototype = node.binding.implementationType?.prototype as object | undefined
  if (prototype === undefined) return false
  const names = node.classMetadata?.lifecycle.postConstructMethodNames ?? []
  return [...names].some((name) => isAsyncFunction(Reflect.get(prototype, name)))
}

function isAsyncFunction(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object AsyncFunction]'
}
