import type { OptionRule } from '../errors/option-problems.js'
import { toRule } from '../errors/option-problems.js'
import type { ToolDefinition } from '../tools/tool-definition.js'
import type { ToolCall } from '../tools/tool-layer.js'
import { layerError } from '../registry/call/layer-error.js'

/** One number for every tool, or a function that gives each tool its own; undefined where it has none. */
export type ToolLimit = number | ((definition: ToolDefinition) => number | undefined)

/** What a limit must be. */
export interface LimitKind {
  /** The option it is given as. */
  readonly option: string
  readonly expected: string
  readonly accepts: (limit: number) => boolean
}

/** The rule of an option that takes a `ToolLimit`. */
export function toLimitRule({ expected, accepts }: LimitKind): OptionRule {
  return toRule(`${expected}, or a function that gives each tool its own`, (value) =>
    typeof value === 'number' ? accepts(value) : typeof value === 'function',
  )
}

/**
 * The limit of the tool that is called; undefined where it has none.
 * @throws ToolError LAYER_FAILED when the function gives something else.
 */
export function findToolLimit(
  limit: ToolLimit,
  call: ToolCall,
  { option, expected, accepts }: LimitKind,
): number | undefined {
  const found = typeof limit === 'number' ? limit : limit(call.definition)
  if (found === undefined || (typeof found === 'number' && accepts(found))) return found
  throw layerError(call, {
    code: 'LAYER_FAILED',
    disposition: 'did-not-happen',
    why: `\`${option}\` gave no limit for it. Return ${expected}, or undefined.`,
  })
}
