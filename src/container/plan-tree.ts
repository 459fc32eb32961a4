import { isThenable } from '../tools/thenable.js'
/** The parts of Inversify's plan that discovery looks at; `inversify` itself exports no types for them. */
export interface PlanNode {
  readonly serviceIdentifier: unknown
  readonly bindings: BindingNode | readonly BindingNode[] | undefined
}

/** One planned binding with what it needs. */
export interface BindingNode {
  readonly binding: PlannedBinding
  readonly classMetadata?: {
    readonly lifecycle: { readonly postConstructMethodNames: Iterable<string | symbol> }
  }
  readonly constructorParams?: readonly (PlanNode | { readonly isNoParam: true })[]
  readonly propertyParams?: ReadonlyMap<string | symbol, PlanNode>
  readonly params?: readonly PlanNode[]
  readonly redirection?: PlanNode
}

/** One binding of a container. */
export interface PlannedBinding {
  readonly type:
    | 'ConstantValue'
    | 'DynamicValue'
    | 'Factory'
    | 'Instance'
    | 'ResolvedValue'
    | 'ServiceRedirection'
  readonly serviceIdentifier: unknown
  readonly scope?: 'Request' | 'Singleton' | 'Transient'
  readonly implementationType?: new (...args: never[]) => object
  readonly value?: unknown
  readonly factory?: unknown
  readonly onActivation?: unknown
  readonly cache?: { readonly isRight: boolean; readonly value: unknown }
}

/** A binding of a tool's graph, and what stands above it. */
export interface PlanStep {
  readonly node: BindingNode
  readonly service: unknown
  /** The nearest singleton above: what it needs is made once and kept. */
  readonly keeper: PlannedBinding | undefined
  /** True below a singleton that exists already: nothing here is resolved again. */
  readonly isSettled: boolean
}

/** Every binding of a planned graph. A shared part is visited once under singletons and once outside. */
export function walkPlan(root: PlanNode): readonly PlanStep[] {
  const steps: PlanStep[] = []
  const seen = new Map<BindingNode, Set<string>>()
  const pending = toSteps(root, { keeper: undefined, isSettled: false })
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if (!isFirstVisit(seen, step)) continue
    steps.push(step)
    const below = stateBelow(step)
    for (const child of childrenOf(step.node)) pending.push(...toSteps(child, below))
  }
  return steps
}

type StepState = Pick<PlanStep, 'keeper' | 'isSettled'>

function toSteps({ serviceIdentifier, bindings }: PlanNode, state: StepState): PlanStep[] {
  const nodes = bindings === undefined ? [] : [bindings].flat()
  return nodes.map((node) => ({ node, service: serviceIdentifier, ...state }))
}

function isFirstVisit(seen: Map<BindingNode, Set<string>>, step: PlanStep): boolean {
  const states = seen.get(step.node) ?? new Set()
  const state = `${String(step.keeper !== undefined)} ${String(step.isSettled)}`
  if (states.has(state)) return false
  seen.set(step.node, states.add(state))
  return true
}

function stateBelow({ node: { binding }, keeper, isSettled }: PlanStep): StepState {
  return {
    keeper: binding.scope === 'Singleton' ? binding : keeper,
    isSettled: isSettled || isSettledBinding(binding),
  }
}

/** True for a singleton whose instance exists and is no promise. */
export function isSettledBinding({ cache }: PlannedBinding): boolean {
  return cache?.isRight === true && !isThenable(cache.value)
}

function childrenOf(node: BindingNode): readonly PlanNode[] {
  const parameters = (node.constructorParams ?? []).filter((child) => 'bindings' in child)
  const properties = node.propertyParams?.values() ?? []
  const redirection = node.redirection === undefined ? [] : [node.redirection]
  return [...parameters, ...properties, ...(node.params ?? []), ...redirection]
}
