import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolLayer } from '../../tools/tool-layer.js'
import type { Stage } from './call-step.js'
import { LayerPassage } from './layer-passage.js'

/** Wraps the innermost stage in the layers; the last one is the outermost. */
export function composeLayers(layers: readonly ToolLayer[], innermost: Stage): Stage {
  return layers.reduce<Stage>((inner, layer) => toStage(layer, inner), innermost)
}

function toStage(layer: ToolLayer, inner: Stage): Stage {
  return async (step, live): Promise<ToolOutcome> => {
    live.assertOpen(step.inside)
    const passage = new LayerPassage({ layer, inner, step, live })
    try {
      return passage.toOutcome(await layer.handle(step.call, passage.next))
    } catch (thrown) {
      throw passage.toError(thrown)
    }
  }
}
