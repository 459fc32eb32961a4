import type { ToolLayer } from '../../tools/tool-layer.js'
import type { EnhancerHost } from './enhancer-host.js'
import { GuardingLayer } from './guarding-layer.js'
import { InterceptingLayer } from './intercepting-layer.js'
import type { NestLayer } from './nest-layer.js'

/** True for what `guardLayer` and `interceptorLayer` make. */
export function isNestLayer(layer: ToolLayer | NestLayer): layer is NestLayer {
  return 'enhancer' in layer
}

/** The layer of one application. */
export function toLayer(layer: ToolLayer | NestLayer, host: EnhancerHost): ToolLayer {
  if (!isNestLayer(layer)) return layer
  return layer.kind === 'guard'
    ? new GuardingLayer(layer.name, layer.enhancer, host)
    : new InterceptingLayer(layer.name, layer.enhancer, host)
}
