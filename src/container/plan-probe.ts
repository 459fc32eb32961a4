import { Container, type ServiceIdentifier } from 'inversify'

import { DefinitionError } from '../errors/definition-error.js'
import type { PlanNode, PlannedBinding } from './plan-tree.js'

// `inversify` does not export its plugin types, and a transitive package may be out of reach of a strict
// package manager: these are the parts used here.
const isPlugin = Symbol.for('@inversifyjs/plugin/isPlugin')

/** The value of services that only count as bound while a graph is planned. */
export const planStub = Symbol('tallystick.planStub')

interface Plan {
  readonly tree: { readonly root: PlanNode }
}

interface PluginApi {
  onPlan(handler: (options: unknown, plan: Plan) => void): void
}

interface PluginContext {
  readonly activationService: { get(token: unknown): Iterable<unknown> | undefined }
  readonly bindingService: {
    get(token: unknown): Iterable<PlannedBinding> | undefined
    getChained(token: unknown): Iterable<PlannedBinding>
    getBoundServices(): Iterable<unknown>
    getNonParentBindings(token: unknown): Iterable<PlannedBinding> | undefined
  }
  readonly planResultCacheService: {
    get(options: object): Plan | undefined
    clearCache(): void
  }
}

/** Leaves `container.get` between planning and resolving. One for all plans: an error of its own would take longer than a plan. */
const planned = new Error('planned')

/**
 * Plans services of a container without making one. It plans in a child container of its own, so the
 * container gets no plugin, no cached plan and no binding from it; a class that autobinding would make up
 * counts as not bound.
 */
export class PlanProbe {
  readonly #container: Container
  readonly #scratch: Container
  readonly #context: PluginContext
  readonly #stubs: readonly ServiceIdentifier[]
  readonly #bound: ReadonlySet<unknown>
  #lastAsked: unknown
  #lastPlan: Plan | undefined

  /** @throws DefinitionError for what is no container of this copy of Inversify. */
  constructor(container: Container, stubs: readonly ServiceIdentifier[] = []) {
    this.#container = container
    this.#stubs = stubs
    this.#scratch = childOf(container)
    for (const stub of stubs) this.#scratch.bind(stub).toConstantValue(planStub)
    this.#context = registerPlanner(this.#scratch, (plan) => {
      this.#lastPlan = plan
    })
    this.#bound = new Set(this.#context.bindingService.getBoundServices())
    this.#watchLookups()
  }

  /** The bindings that `get` would choose from. */
  bindingsOf(token: unknown): readonly PlannedBinding[] {
    return this.#bound.has(token) ? [...(this.#context.bindingService.get(token) ?? [])] : []
  }

  /** The constants bound in the container and its parents; plans and makes nothing. */
  constantsOf(token: symbol): readonly unknown[] {
    return [...this.#context.bindingService.getChained(token)].map(({ value }) => value)
  }

  /** Every service that is bound in the container or its parents. */
  boundServices(): readonly unknown[] {
    return [...this.#bound]
  }

  /** The handlers registered with `container.onActivation`. */
  activationsOf(token: unknown): readonly unknown[] {
    return [...(this.#context.activationService.get(token) ?? [])]
  }

  /** The plan of a service. What Inversify throws is passed on. */
  plan(token: ServiceIdentifier): PlanNode {
    // With a cached plan `get` would resolve: handlers run only for plans that are made.
    const cached = this.#context.planResultCacheService.get(cacheKeyOf(token))
    if (cached !== undefined) return cached.tree.root
    this.#lastPlan = undefined
    try {
      this.#scratch.get(token)
    } catch (error) {
      if (error !== planned) throw error
    }
    const { tree } = this.#getLastPlan()
    return tree.root
  }

  #getLastPlan(): Plan {
    if (this.#lastPlan !== undefined) return this.#lastPlan
    throw new Error('Inversify resolved a service without planning it.')
  }

  /** The service that was looked up last, if it is not bound: where a failed plan stopped. */
  findMissing(): ServiceIdentifier | undefined {
    if (this.#lastAsked === undefined || this.#bound.has(this.#lastAsked)) return undefined
    return this.#lastAsked as ServiceIdentifier
  }

  /** A probe for which one more service counts as bound, so that planning goes on behind a missing one. */
  withStub(token: ServiceIdentifier): PlanProbe {
    return new PlanProbe(this.#container, [...this.#stubs, token])
  }

  /** Drops the plans; later bindings of the container then have nothing to update here. */
  close(): void {
    this.#context.planResultCacheService.clearCache()
    this.#lastPlan = undefined
  }

  /** Every lookup of a plan passes here. An unbound service stays unbound: its parent is not asked to autobind it. */
  #watchLookups(): void {
    const { bindingService } = this.#context
    const findOwn = bindingService.getNonParentBindings.bind(bindingService)
    bindingService.getNonParentBindings = (token) => {
      this.#lastAsked = token
      return findOwn(token) ?? (this.#bound.has(token) ? undefined : [])
    }
  }
}

function childOf(container: Container): Container {
  try {
    return new Container({ parent: Object(container) as Container })
  } catch (cause) {
    const message = 'it was given something that is not a container of this copy of Inversify.'
    const fix = 'Pass an Inversify Container, and install one version of inversify only.'
    throw new DefinitionError([{ subject: 'discoverTools', message, fix }], { cause })
  }
}

function registerPlanner(scratch: Container, keep: (plan: Plan) => void): PluginContext {
  const contexts: PluginContext[] = []
  scratch.register(
    class {
      readonly [isPlugin] = true

      constructor(_container: unknown, context: PluginContext) {
        contexts.push(context)
      }

      load(api: PluginApi): void {
        api.onPlan((_options, plan) => {
          keep(plan)
          throw planned
        })
      }
    },
  )
  const [context] = contexts
  if (context === undefined) throw new Error('Inversify did not make its plugin.')
  return context
}

function cacheKeyOf(token: ServiceIdentifier): object {
  const options = { isMultiple: false, name: undefined, optional: false, tag: undefined }
  return { ...options, serviceIdentifier: token }
}
