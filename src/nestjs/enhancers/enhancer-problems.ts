import { tokenText } from '../../container/classes/class-name.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { ToolLayer } from '../../tools/tool-layer.js'
import type { NestModule } from '../discovery/nest-container.js'
import { findEnhancerClass, type NestLayer } from './nest-layer.js'
import { isNestLayer } from './to-layer.js'

/** Enhancers that nothing can resolve: without them every call would be refused, or access control be absent. */
export function enhancerProblems(
  layers: readonly (ToolLayer | NestLayer)[],
  modules: readonly NestModule[],
): readonly DefinitionProblem[] {
  const classes = layers.filter(isNestLayer).map(findEnhancerClass)
  return classes.flatMap((type) => {
    if (type === undefined) return []
    const isProvided = modules.some(
      ({ providers, injectables }) => providers.has(type) || injectables.has(type),
    )
    return isProvided ? [] : [notProvided(tokenText(type))]
  })
}

function notProvided(name: string): DefinitionProblem {
  return {
    subject: 'ToolsModule, layers',
    message: `${name} is a provider of no module, so it cannot be made with its services.`,
    fix: `Add ${name} to the providers of the module that has its services.`,
  }
}
