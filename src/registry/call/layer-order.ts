import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { layerRank, layerRanks, type LayerRank, type ToolLayer } from '../../tools/tool-layer.js'

/** Layers of this package whose work is bound to the arguments: what a person saw, what a key was claimed for. */
const sealingRanks: ReadonlySet<LayerRank> = new Set(['approval', 'idempotency'])

/** What is wrong with a layer outside these: one of this package's own that belongs further in. */
export function orderProblems(
  layer: ToolLayer | undefined,
  inner: readonly ToolLayer[],
): DefinitionProblem[] {
  const rank = findRank(layer)
  if (layer === undefined || rank === undefined) return []
  const misplaced = inner.find((other) => {
    const otherRank = findRank(other)
    return otherRank !== undefined && placeOf(otherRank) < placeOf(rank)
  })
  if (misplaced === undefined) return []
  const name = quoteName(layer.name)
  const other = quoteName(misplaced.name)
  return [
    {
      subject: `layer ${name}`,
      message: `it belongs inside layer ${other}, and would stand outside it.`,
      fix: `Register ${name} before ${other}: the last registered is the outermost.`,
    },
  ]
}

/** The outermost of these layers that seals arguments. */
export function findSeal(outer: readonly ToolLayer[]): ToolLayer | undefined {
  return outer.findLast((layer) => {
    const rank = findRank(layer)
    return rank !== undefined && sealingRanks.has(rank)
  })
}

/** The place of a layer among this package's own; undefined for a layer of somebody else. */
export function findRank(layer: Partial<ToolLayer> | undefined): LayerRank | undefined {
  const rank: unknown = layer?.[layerRank]
  return layerRanks.find((known) => known === rank)
}

/** 0 is the outermost. */
function placeOf(rank: LayerRank): number {
  return layerRanks.indexOf(rank)
}
