// This room binds tool classes in an Inversify container and makes a registry of what it finds there. It alone
// imports Inversify. It knows nothing of how arguments are admitted or how a call is dispatched.
import type { Container, ServiceIdentifier } from 'inversify'

import type { DefinitionProblem } from '../errors/definition-error.js'
import { ToolRegistry } from '../registry/tool-registry.js'
import type { ToolDefinition } from '../tools/tool-definition.js'
import type { TypeFacts } from '../tools/type-facts.js'
import { assertReadableMetadata } from './class-injections.js'
import { createClassRegistry, defineFoundClass } from './classes/class-registry.js'
import { readFacts } from './classes/read-facts.js'
import { ContainerInstances } from './container-instances.js'
import { assertDiscoverOptions, type DiscoverOptions } from './discover-options.js'
import { bindingProblems, forgottenProblems, sortFound } from './found-classes.js'
import { bindInjectedRegistry, isInjectedRegistry } from './injected-registry.js'
import { injectionProblems } from './injection-problems.js'
import { PlanProbe } from './plan-probe.js'
import { planTool } from './plan-problems.js'
import { toolBindingKey } from './tool-module.js'

export type { DiscoverOptions } from './discover-options.js'

/**
 * Makes a registry of the tools that `toolModule` bound in a container and its parents. No tool is instantiated:
 * each is planned, so that a missing or circular dependency anywhere in its graph is found here.
 *
 * Every call gets a fresh instance by `container.get`. Request scope spans that one `get`: each attempt of a call has
 * request-scoped services of its own, and a singleton that needs one keeps that of the first call for ever.
 *
 * A tool that injects `ToolRegistry` gets the view its call came through, so that it reaches what its caller could and
 * no more; this function binds the class where a tool asks for it. A singleton in a tool's graph would keep the first
 * caller's view and is refused. The binding gives a view only while an instance is made for a call, and to code that
 * runs in the ambient context of a call whose instance this container made; anywhere else, outside calls too, it
 * throws a `DefinitionError`: use the registry returned here, or `context.dispatch`.
 *
 * A plan cannot see inside functions (`toDynamicValue`, factories). What they resolve shows when they run: a missing
 * service, or a promise from a function that is not `async`, as `UNAVAILABLE`. What is kept, a singleton that such a
 * function makes and what a factory resolves before it returns its function, must not ask for `ToolRegistry`.
 *
 * @throws DefinitionError with every problem at once: of the classes, of their ids, of their bindings and of
 * everything they need.
 * @example
 * ```ts
 * const container = new Container()
 * container.bind(Ledger).toSelf().inSingletonScope()
 * container.load(toolModule(ReadBalance, Transfer))
 * const registry = discoverTools(container)
 * ```
 */
export function discoverTools(container: Container, options: DiscoverOptions = {}): ToolRegistry {
  assertDiscoverOptions(options)
  assertReadableMetadata()
  const typeFacts = options.facts === undefined ? undefined : readFacts(options.facts)
  const registryBindings = withProbe(container, [], (probe) => probe.bindingsOf(ToolRegistry))
  const stubs = registryBindings.every(isInjectedRegistry) ? [ToolRegistry] : []
  const survey = withProbe(container, stubs, (probe) =>
    surveyTools(container, probe, { ...options, typeFacts }),
  )
  const registry = createClassRegistry(survey, options)
  if (survey.usesRegistry) bindInjectedRegistry(container, registryBindings)
  return registry
}

interface Survey {
  readonly definitions: readonly ToolDefinition[]
  readonly problems: readonly DefinitionProblem[]
  readonly usesRegistry: boolean
}

function withProbe<Result>(
  container: Container,
  stubs: readonly ServiceIdentifier[],
  ask: (probe: PlanProbe) => Result,
): Result {
  const probe = new PlanProbe(container, stubs)
  try {
    return ask(probe)
  } finally {
    probe.close()
  }
}

type SurveyOptions = Omit<DiscoverOptions, 'facts'> & { readonly typeFacts: TypeFacts | undefined }

function surveyTools(container: Container, probe: PlanProbe, options: SurveyOptions): Survey {
  const mode = options.asyncBindings === true ? 'async' : 'sync'
  const instances = new ContainerInstances(container, mode)
  const found = probe.constantsOf(toolBindingKey)
  const { classes, repeated, problems } = sortFound(found)
  const forgotten = found.length === 0 ? forgottenProblems(probe.boundServices()) : []
  const defined = classes.map((toolClass) =>
    defineFoundClass(
      toolClass,
      { instances, createProbe: () => instances.createProbe(toolClass) },
      options,
    ),
  )
  const planned = classes.map((toolClass) => {
    // Inversify binds no class whose constructor it cannot fill, so the first check speaks for the second.
    const ill = injectionProblems(toolClass)
    const obstacles = ill.length > 0 ? ill : bindingProblems(toolClass, repeated, probe)
    if (obstacles.length > 0) return { problems: obstacles, usesRegistry: false }
    return planTool(probe, toolClass, mode)
  })
  return {
    definitions: defined.flatMap(({ definition }) => definition ?? []),
    problems: [
      ...problems,
      ...forgotten,
      ...[...defined, ...planned].flatMap((tool) => tool.problems),
    ],
    usesRegistry: planned.some(({ usesRegistry }) => usesRegistry),
  }
}
