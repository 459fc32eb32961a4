import type { CanActivate, NestInterceptor, Type } from '@nestjs/common'

import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from '../../layers/layer-options.js'

/** An enhancer of Nest: its class, which Nest's container resolves, or an instance. */
export type Enhancer<Instance> = Type<Instance> | Instance

/** What becomes a layer once an application is there to resolve it: made by `guardLayer` and `interceptorLayer`. */
export type NestLayer =
  | { readonly kind: 'guard'; readonly name: string; readonly enhancer: Enhancer<CanActivate> }
  | {
      readonly kind: 'interceptor'
      readonly name: string
      readonly enhancer: Enhancer<NestInterceptor>
    }

/**
 * A guard as a layer: a call that it does not let pass is `REFUSED`, and so is one for which it throws or cannot be made.
 * The class must be a provider of a module; a request-scoped one is made for each call. It sees the call as
 * `findToolCall(context)`, wherever the call comes from.
 *
 * @throws DefinitionError for what is no guard, and for every option that is unknown or wrong.
 * @example
 * ```ts
 * ToolsModule.forRoot({ layers: [guardLayer(RolesGuard)] })
 * ```
 */
export function guardLayer(guard: Enhancer<CanActivate>, options: LayerNameOption = {}): NestLayer {
  const problems = problemsOfEnhancer('guardLayer', guard, 'canActivate')
  assertLayerOptions(options, { subject: 'guardLayer', rules: optionRules, problems })
  return Object.freeze({ kind: 'guard', name: nameOf(guard, options), enhancer: guard })
}

/**
 * An interceptor as a layer, round what is further in: it may look at the output, change it, or answer itself. A call that
 * suspended gives it no value and stays suspended. The class must be a provider of a module; a request-scoped one is made
 * for each call.
 *
 * @throws DefinitionError for what is no interceptor, and for every option that is unknown or wrong.
 * @example
 * ```ts
 * ToolsModule.forRoot({ layers: [interceptorLayer(AuditInterceptor)] })
 * ```
 */
export function interceptorLayer(
  interceptor: Enhancer<NestInterceptor>,
  options: LayerNameOption = {},
): NestLayer {
  const problems = problemsOfEnhancer('interceptorLayer', interceptor, 'intercept')
  assertLayerOptions(options, { subject: 'interceptorLayer', rules: optionRules, problems })
  const name = nameOf(interceptor, options)
  return Object.freeze({ kind: 'interceptor', name, enhancer: interceptor })
}

/** The class of an enhancer that Nest has to resolve; undefined where an instance was given. */
export function findEnhancerClass({ enhancer }: NestLayer): Type | undefined {
  return typeof enhancer === 'function' ? enhancer : undefined
}

function nameOf(enhancer: object, { name }: LayerNameOption): string {
  if (name !== undefined) return name
  const type = typeof enhancer === 'function' ? enhancer : enhancer.constructor
  return type.name
}

function problemsOfEnhancer(
  subject: string,
  enhancer: unknown,
  method: string,
): readonly DefinitionProblem[] {
  // A class may make its method a property of each instance.
  if (typeof enhancer === 'function' && typeof enhancer.prototype === 'object') return []
  const isObject = typeof enhancer === 'object' && enhancer !== null
  if (isObject && typeof Reflect.get(enhancer, method) === 'function') return []
  return [
    {
      subject,
      message: `it was given no class, and nothing with a method ${quoteName(method)}.`,
      fix: 'Pass a class or an instance. An undefined class often comes from an import cycle.',
    },
  ]
}

const optionRules = { name: layerRules.name }
