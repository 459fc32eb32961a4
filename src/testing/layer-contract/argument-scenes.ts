import assert from 'node:assert/strict'

import { ApprovalLayer } from '../../journal/approval/approval-layer.js'
import type { ApprovalDecision } from '../../journal/approval/approver.js'
import { layerRank, layerRanks, type ToolLayer } from '../../tools/tool-layer.js'
import type { LayerScenes } from './layer-scene.js'
import { LayerStage } from './layer-stage.js'

const given = { note: 'what a person approved', count: 7 }

/** What a person approved of is what runs. */
export const argumentScenes: LayerScenes = {
  'leaves arguments as they are inside an approval': async ({ create }) => {
    const layer = create()
    if (standsOutsideApproval(layer)) return
    const approver = (): ApprovalDecision => ({ decision: 'approve', decidedBy: 'ann' })
    const approval = new ApprovalLayer(approver, { name: 'contract_approval' })
    const stage = new LayerStage({ layer, outside: [approval] })
    await stage.call(given)
    for (const call of stage.inside) assert.deepEqual(call.arguments, given)
  },
}

/** Layers of this package that may not be registered inside an approval. */
function standsOutsideApproval({ [layerRank]: rank }: ToolLayer): boolean {
  return rank !== undefined && layerRanks.indexOf(rank) <= layerRanks.indexOf('approval')
}
