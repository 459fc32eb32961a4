import { Scope } from '@nestjs/common'
import type { DiscoveryService, ModuleRef, ModulesContainer } from '@nestjs/core'

import { createClassRegistry, defineFoundClass } from '../container/classes/class-registry.js'
import { subjectOf } from '../container/classes/class-name.js'
import { readFacts } from '../container/classes/read-facts.js'
import { sharedNameProblems } from '../container/classes/shared-names.js'
import type { DefinitionProblem } from '../errors/definition-error.js'
import { ToolRegistry } from '../registry/tool-registry.js'
import { schemaProblems } from '../registry/listing/schema-problems.js'
import type { ToolClass } from '../tools/constructor.js'
import { ToolContext } from '../tools/tool-context.js'
import type { ToolDefinition } from '../tools/tool-definition.js'
import type { CallGate } from './calls/call-gate.js'
import { CallScopes } from './calls/call-scopes.js'
import { NestInstances } from './calls/nest-instances.js'
import { injectedProperties } from './discovery/dependencies.js'
import { findTools, makerOf, type FoundTool, type ToolMaker } from './discovery/found-tools.js'
import { graphProblems } from './discovery/graph-problems.js'
import type { NestModule, NestProvider } from './discovery/nest-container.js'
import { enhancerProblems } from './enhancers/enhancer-problems.js'
import { EnhancerHost } from './enhancers/enhancer-host.js'
import { toLayer } from './enhancers/to-layer.js'
import type { ToolsModuleOptions } from './tools-module-options.js'

/** What a registry is made from. */
export interface ApplicationParts {
  readonly options: ToolsModuleOptions
  readonly discovery: DiscoveryService
  readonly modules: ModulesContainer
  readonly moduleRef: ModuleRef
  readonly gate: CallGate
}

/**
 * The registry of all tools of an application, with its layers, before it is held to a manifest. Modules and providers are
 * known, nothing is made yet.
 *
 * @throws DefinitionError with every problem at once.
 */
export function createApplicationRegistry(parts: ApplicationParts): ToolRegistry {
  const { options, gate } = parts
  const survey = surveyTools(parts)
  const { definitions = [], layers = [] } = options
  const host = new EnhancerHost({ scopes: survey.scopes, toRequest: toRequestOf(options) })
  const registry = createClassRegistry(survey, options).register(...definitions)
  return [...layers.map((layer) => toLayer(layer, host)), gate].reduce(
    (wrapped, layer) => wrapped.layer(layer),
    registry,
  )
}

interface Survey {
  readonly definitions: readonly ToolDefinition[]
  readonly problems: readonly DefinitionProblem[]
  readonly scopes: CallScopes
}

function surveyTools({
  options,
  discovery,
  modules: container,
  moduleRef,
}: ApplicationParts): Survey {
  const modules: readonly NestModule[] = [...container.values()]
  const providers = discovery.getProviders()
  const { tools, problems } = findTools(providers, modules)
  const scopes = createScopes(moduleRef, providers, options)
  const tokens = new Map(tools.map((tool) => [tool.toolClass, addMaker(tool)]))
  const instances = new NestInstances(scopes, tokens)
  const typeFacts =
    options.facts === undefined ? undefined : readFacts(options.facts, 'ToolsModule, facts')
  const defined = tools.map(({ toolClass }) =>
    defineFoundClass(toolClass, { instances }, { ...options, typeFacts }),
  )
  const definitions = defined.flatMap(({ definition }) => definition ?? [])
  return {
    scopes,
    definitions,
    problems: [
      ...problems,
      ...defined.flatMap((one) => one.problems),
      ...definitions.flatMap(schemaProblems),
      ...tools.flatMap((tool) => injectionProblems(tool, modules)),
      ...enhancerProblems(options.layers ?? [], modules),
    ],
  }
}

/** Instances of a call are made by a provider of their own, so that none of them is ever shared or made at start. */
function addMaker(tool: FoundTool): symbol {
  const { host, toolClass } = tool
  const token = Symbol(toolClass.name)
  const maker = makerOf(tool)
  host.addProvider({ provide: token, scope: Scope.REQUEST, durable: false, ...maker } as never)
  const added = host.providers.get(token)
  // What a service injects as INQUIRER is this object, as it is for every provider of Nest.
  if (added !== undefined) added.instance = Object.create(prototypeOf(maker, toolClass)) as object
  return token
}

function prototypeOf(maker: ToolMaker, toolClass: ToolClass): object {
  return ('useClass' in maker ? maker.useClass : toolClass).prototype as object
}

function injectionProblems(
  tool: FoundTool,
  modules: readonly NestModule[],
): readonly DefinitionProblem[] {
  const { toolClass, host } = tool
  const kind = 'tool'
  const graph = {
    kind,
    subject: subjectOf(toolClass),
    host,
    maker: makerOf(tool),
    modules,
  } as const
  return [...sharedNameProblems(toolClass, injectedProperties(toolClass)), ...graphProblems(graph)]
}

function createScopes(
  moduleRef: ModuleRef,
  providers: readonly NestProvider[],
  options: ToolsModuleOptions,
): CallScopes {
  const get = (token: unknown): NestProvider => {
    const provider = providers.find((candidate) => candidate.token === token)
    if (provider === undefined) throw new Error('ToolsModule is not what Nest was given.')
    return provider
  }
  const [registry, context] = [get(ToolRegistry), get(ToolContext)]
  return new CallScopes({ moduleRef, registry, context, toRequest: toRequestOf(options) })
}

function toRequestOf({ request }: ToolsModuleOptions): (context: ToolContext) => unknown {
  return request ?? ((context) => context)
}
