import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { assertOptions } from '../errors/assert-options.js'
import { basicRules } from '../errors/basic-option-rules.js'
import type { OptionRule } from '../errors/option-problems.js'
import type { ToolLayer } from '../tools/tool-layer.js'
import type { ContractCase } from './contract-case.js'
import { argumentScenes } from './layer-contract/argument-scenes.js'
import { contextScenes } from './layer-contract/context-scenes.js'
import type { LayerScene, LayerScenes } from './layer-contract/layer-scene.js'
import { passingScenes } from './layer-contract/passing-scenes.js'
import { reachingScenes } from './layer-contract/reaching-scenes.js'
import { stateScenes } from './layer-contract/state-scenes.js'

/** How a layer is held to the contract. */
export interface LayerContractOptions {
  /**
   * True for a layer that changes arguments, and therefore has its place outside an approval.
   * @defaultValue `false`
   */
  readonly changesArguments?: boolean | undefined
  /**
   * True for a layer that answers or refuses the calls of the contract by itself. Of any other layer that lets none through
   * the contract would show nothing, and it says so.
   * @defaultValue `false`
   */
  readonly answersAll?: boolean | undefined
}

/** Makes the layer; called several times for each case. */
export type LayerFactory = () => ToolLayer

/**
 * The contract of layers, for authors of their own: each case is one test. A layer lets calls through, unless it answers
 * all of them. It gives what `next` came to or an outcome or error of its own, calls `next` once and not after it answered,
 * lets a cancelled call end, changes nothing of what a call is and whose it is, leaves arguments as they are inside an
 * approval, keeps nothing of one call for another, and leaves no promise behind that rejects.
 *
 * @throws DefinitionError naming every option that is unknown or wrong.
 * @example With vitest:
 * ```ts
 * describe.each(layerContract(() => new AuditLayer()))('AuditLayer', ({ name, run }) => {
 *   it(name, run)
 * })
 * ```
 */
export function layerContract(
  create: LayerFactory,
  options: LayerContractOptions = {},
): readonly ContractCase[] {
  assertOptions('layerContract', options, rules)
  const { changesArguments = false, answersAll = false } = options
  const scenes: LayerScenes = {
    ...(answersAll ? {} : reachingScenes),
    ...contextScenes,
    ...passingScenes,
    ...stateScenes,
    ...(changesArguments ? {} : argumentScenes),
  }
  return Object.entries(scenes).map(([name, scene]) => ({
    name,
    run: () => withoutStrays(scene, create),
  }))
}

const rules = {
  changesArguments: basicRules.flag,
  answersAll: basicRules.flag,
} satisfies Record<keyof LayerContractOptions, OptionRule>

/** Plays a scene, and holds everything that was started in it to have been waited for. */
async function withoutStrays(scene: LayerScene, create: LayerFactory): Promise<void> {
  const strays: unknown[] = []
  const note = (reason: unknown): void => void strays.push(reason)
  process.on('unhandledRejection', note)
  try {
    await scene({ create })
    // Node.js tells of them when the promises of a turn have run.
    await nextTurn()
    await nextTurn()
  } finally {
    process.off('unhandledRejection', note)
  }
  assert.deepEqual(strays, [], 'a promise rejected that nobody waited for')
}
