import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolLayer } from '../../tools/tool-layer.js'
import type { Stage } from './call-step.js'
import { findSeal } from './layer-order.js'
import { LayerPassage, type LayerPlace } from './layer-passage.js'

/** Wraps the innermost stage in the layers; the last one is the outermost. */
export function composeLayers(layers: readonly ToolLayer[], innermost: Stage): Stage {
  return layers.reduce<Stage>((inner, layer, index) => {
    const sealedBy = findSeal(layers.slice(index + 1))
    return toStage({ layer, inner, sealedBy })
  }, innermost)
}

function toStage(place: LayerPlace): Stage {
  const { layer } = place
  return async (step, live): Promise<ToolOutcome> => {
    live.assertOpen(step.inside)
    const passage = new LayerPassage(place, step, live)
    try {
      return passage.toOutcome(await layer.handle(step.call, passage.next))
    } catch (thrown) {
      throw passage.toError(thrown)
    }
  }
}
