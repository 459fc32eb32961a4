import { effects, findEffect, type Effect } from '../tools/effect.js'
import type { ToolSource } from '../tools/tool-source.js'
import type { ManifestGrant } from './manifest.js'

/** What is known of the effect of a granted tool. */
export interface EffectFacts {
  readonly granted: Effect | undefined
  readonly declared: Effect | undefined
  readonly source: ToolSource | undefined
}

/** The effect a grant states, in either form; undefined where it leaves that to the code. */
export function findGrantedEffect({ effect, mutates }: ManifestGrant): Effect | undefined {
  return effect === undefined && mutates === undefined ? undefined : findEffect({ effect, mutates })
}

/**
 * The effect a granted tool has: the stricter one of what the grant and the code say. A foreign tool declares nothing,
 * so its effect is the grant's, and `write` where that is silent. Where the code is not at hand, the grant's stands: a
 * laxer one would not have been bound. Undefined where neither is known.
 */
export function strictestEffect({ granted, declared, source }: EffectFacts): Effect | undefined {
  if (source === 'mcp') return granted ?? 'write'
  if (declared === undefined) return granted
  return effects[Math.max(effects.indexOf(declared), effects.indexOf(granted ?? 'read'))]
}
