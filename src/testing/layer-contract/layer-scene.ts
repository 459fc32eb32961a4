import type { ToolLayer } from '../../tools/tool-layer.js'

/** What a scene is played with. */
export interface LayerSceneParts {
  /** One more layer, as a registry of its own would have it. */
  readonly create: () => ToolLayer
}

/** What happens to a layer; rejects where it should not have happened so. */
export type LayerScene = (parts: LayerSceneParts) => Promise<void>

/** Scenes by what they show. */
export type LayerScenes = Readonly<Record<string, LayerScene>>
