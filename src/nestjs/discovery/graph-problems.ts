import { Scope } from '@nestjs/common'

import { tokenText } from '../../container/classes/class-name.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { Constructor } from '../../tools/constructor.js'
import { ToolContext } from '../../tools/tool-context.js'
import { dependenciesOfClass, dependenciesOfFactory, type Dependency } from './dependencies.js'
import type { ToolMaker } from './found-tools.js'
import { findProvider, type NestModule, type NestProvider } from './nest-container.js'
import { unresolvable } from './unresolvable.js'

/** What is looked at. */
export interface ToolGraph {
  readonly subject: string
  readonly host: NestModule
  readonly maker: ToolMaker
  /** What is no tool has no caller whose reach it must not exceed. */
  readonly kind: 'tool' | 'layer'
  readonly modules: readonly NestModule[]
}

/**
 * Finds what is wrong anywhere in the graph of a tool, without making anything. Nest itself looks at what is made once,
 * and at the rest only when it is first asked for.
 */
export function graphProblems(graph: ToolGraph): readonly DefinitionProblem[] {
  const walk: Walk = { ...graph, problems: [], seen: new Map() }
  const { maker, host } = graph
  const dependencies =
    'useClass' in maker ? dependenciesOfClass(maker.useClass) : dependenciesOfFactory(maker.inject)
  follow(walk, dependencies, { module: host, path: [], keeper: undefined })
  return walk.problems
}

interface Walk extends ToolGraph {
  readonly problems: DefinitionProblem[]
  /** What was visited, by whether something above keeps it. */
  readonly seen: Map<NestProvider, Set<boolean>>
}

interface Position {
  readonly module: NestModule
  readonly path: readonly Step[]
  /** What is made once above, and keeps what it needs. */
  readonly keeper: NestProvider | undefined
}

interface Step {
  readonly provider: NestProvider
  readonly isForward: boolean
}

function follow(walk: Walk, dependencies: readonly Dependency[], at: Position): void {
  for (const dependency of dependencies) {
    const provider = findProvider(at.module, dependency.token)
    if (provider !== undefined) visit(walk, { provider, isForward: dependency.isForward }, at)
    else if (!dependency.isOptional) {
      walk.problems.push(unresolvable(walk, dependency, at.module))
    }
  }
}

function visit(walk: Walk, step: Step, at: Position): void {
  const { provider } = step
  const start = at.path.findIndex((earlier) => earlier.provider === provider)
  if (start !== -1) {
    walk.problems.push(...cycleProblems(walk, [...at.path.slice(start), step]))
    return
  }
  walk.problems.push(...keptProblems(walk, provider, at.keeper))
  const states = walk.seen.get(provider) ?? new Set()
  if (states.has(at.keeper !== undefined)) return
  walk.seen.set(provider, states.add(at.keeper !== undefined))
  follow(walk, dependenciesOf(provider), {
    module: provider.host ?? at.module,
    path: [...at.path, step],
    keeper: at.keeper ?? (isKept(provider) ? provider : undefined),
  })
}

function dependenciesOf(provider: NestProvider): readonly Dependency[] {
  // What another call is made through is not part of this tool.
  if (isRegistry(provider)) return []
  const { inject, metatype } = provider
  if (Array.isArray(inject)) return dependenciesOfFactory(inject)
  return typeof metatype === 'function' ? dependenciesOfClass(metatype as Constructor) : []
}

/** True for what serves more than one call: a singleton, or what Nest keeps for a tenant. */
function isKept(provider: NestProvider): boolean {
  if (provider.scope === Scope.REQUEST) return provider.durable === true
  return provider.scope !== Scope.TRANSIENT && !isPerCall(provider, new Set())
}

/** A provider without a scope of its own is made for each call as soon as something below it is. */
function isPerCall(provider: NestProvider, above: ReadonlySet<NestProvider>): boolean {
  if (provider.scope === Scope.REQUEST) return provider.durable !== true
  if (above.has(provider)) return false
  const below = new Set(above).add(provider)
  return dependenciesOf(provider).some(({ token }) => {
    const next = provider.host === undefined ? undefined : findProvider(provider.host, token)
    return next !== undefined && isPerCall(next, below)
  })
}

function isRegistry({ token }: NestProvider): boolean {
  return token === ToolRegistry
}

/** A registry must be the view of the call, and a context that of the call: what is kept would keep those of the first. */
function keptProblems(
  { subject, kind }: Walk,
  provider: NestProvider,
  keeper: NestProvider | undefined,
): DefinitionProblem[] {
  if (kind === 'layer' || keeper === undefined) return []
  if (!isRegistry(provider) && provider.token !== ToolContext) return []
  const name = tokenText(keeper.token)
  if (isRegistry(provider)) {
    const message = `${name} in its graph serves more than one call and injects ToolRegistry, so its calls could reach further than their caller.`
    const fix = `Inject ToolRegistry into the tool and pass it on, or give ${name} the scope Scope.REQUEST.`
    return [{ subject, message, fix }]
  }
  const message = `${name} in its graph is durable and injects ToolContext, so it would keep that of the first call.`
  const fix = `Take \`durable\` away from ${name}, or let its strategy give it a payload.`
  return [{ subject, message, fix }]
}

/** Nest makes a cycle only where each step of it says that one is meant. */
function cycleProblems({ subject }: Walk, [first, ...rest]: readonly Step[]): DefinitionProblem[] {
  if (first === undefined || rest.every(({ isForward }) => isForward)) return []
  const names = [first, ...rest].map(({ provider }) => tokenText(provider.token))
  return [
    {
      subject,
      message: `Nest cannot make it, because services in its graph need each other: ${names.join(' -> ')}.`,
      fix: 'Move what both need to a third service, or write @Inject(forwardRef(() => Token)) on each side.',
    },
  ]
}
