import { tokenText } from '../../container/classes/class-name.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { Constructor } from '../../tools/constructor.js'
import type { ToolLayer } from '../../tools/tool-layer.js'
import { graphProblems } from '../discovery/graph-problems.js'
import type { NestModule } from '../discovery/nest-container.js'
import { findEnhancerClass, type NestLayer } from './nest-layer.js'
import { isNestLayer } from './to-layer.js'

/** Enhancers that cannot be made: every call would be refused, at the latest when somebody needs one. */
export function enhancerProblems(
  layers: readonly (ToolLayer | NestLayer)[],
  modules: readonly NestModule[],
): readonly DefinitionProblem[] {
  const classes = layers.filter(isNestLayer).map(findEnhancerClass)
  return classes.flatMap((type) => (type === undefined ? [] : problemsOf(type, modules)))
}

function problemsOf(
  type: Constructor,
  modules: readonly NestModule[],
): readonly DefinitionProblem[] {
  const name = tokenText(type)
  const host = modules.find(
    ({ providers, injectables }) => providers.has(type) || injectables.has(type as never),
  )
  if (host === undefined) return [notProvided(name)]
  const { metatype, inject } = host.providers.get(type) ?? {}
  // What a test put in the place of the class is its own matter.
  if (metatype !== type || Array.isArray(inject)) return []
  const subject = `ToolsModule, layers, ${name}`
  return graphProblems({
    ...{ subject, host, modules, kind: 'layer' },
    maker: { useClass: type as never },
  })
}

function notProvided(name: string): DefinitionProblem {
  return {
    subject: 'ToolsModule, layers',
    message: `${name} is a provider of no module, so it cannot be made with its services.`,
    fix: `Add ${name} to the providers of the module that has its services.`,
  }
}
