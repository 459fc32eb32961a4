import type { PlanProbe } from './plan-probe.js'
import { isSettledBinding, isThenable, type PlanStep } from './plan-tree.js'

/**
 * Why a planned binding is made asynchronously, if a plan can tell. It cannot tell of a function that returns a
 * promise without being declared `async`; that one fails when the tool is called.
 */
export function findAsyncReason(
  { node, service, isSettled }: PlanStep,
  probe: PlanProbe,
): string | undefined {
  const { binding } = node
  if (isSettled || isSettledBinding(binding)) return undefined
  if (binding.type === 'ConstantValue' && isThenable(binding.value)) return 'it is a promise'
  if (isAsyncFunction(binding.value) && binding.type === 'DynamicValue')
    return 'its function is async'
  if (isAsyncFunction(binding.factory) && binding.type === 'ResolvedValue')
    return 'its function is async'
  if ([binding.onActivation, ...probe.activationsOf(service)].some(isAsyncFunction)) {
    return 'its activation handler is async'
  }
  return hasAsyncPostConstruct({ node }) ? 'its @postConstruct method is async' : undefined
}

function hasAsyncPostConstruct({ node }: Pick<PlanStep, 'node'>): boolean {
  const prototype = node.binding.implementationType?.prototype as object | undefined
  if (prototype === undefined) return false
  const names = node.classMetadata?.lifecycle.postConstructMethodNames ?? []
  return [...names].some((name) => isAsyncFunction(Reflect.get(prototype, name)))
}

function isAsyncFunction(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object AsyncFunction]'
}
