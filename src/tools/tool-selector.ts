import { parseToolGroup, toolGroupPrefix, type ToolGroup } from './tool-group.js'

/** What one entry of a tool list says. */
export interface ToolSelector {
  /** The entry as it was written. */
  readonly entry: string
  /** `-entry`: takes away, after all others have given. */
  readonly isExcluded: boolean
  /** `entry?`: may name nothing. */
  readonly isOptional: boolean
  readonly target: SelectorTarget
}

/** What an entry is about. */
export type SelectorTarget =
  /** A tool, by any of its exact names or by its bare name. */
  | { readonly kind: 'tool'; readonly name: string }
  /** `@all` or a source. */
  | { readonly kind: 'group'; readonly group: ToolGroup }
  /** `@server:<name>`. */
  | { readonly kind: 'server'; readonly name: string }
  /** `@group:<label>`. */
  | { readonly kind: 'label'; readonly name: string }
  /** `@readonly`. */
  | { readonly kind: 'readonly' }
  /** Spelled like a group, and none. */
  | { readonly kind: 'unknown' }

/** Reads one entry; every text is some entry. */
export function parseToolSelector(entry: string): ToolSelector {
  const isExcluded = entry.startsWith('-')
  const isOptional = entry.endsWith('?')
  const body = entry.slice(isExcluded ? 1 : 0, isOptional ? -1 : undefined)
  return Object.freeze({ entry, isExcluded, isOptional, target: parseTarget(body) })
}

/** Whether an entry is spelled like a group or selector, whether or not it is one. */
export function isToolGroupToken(entry: string): boolean {
  return entry.startsWith(toolGroupPrefix)
}

/** Whether an entry is spelled like a group and is neither a group nor a selector: `@builtins`, `@ALL`, `@`. */
export function isUnknownToolGroup(entry: string): boolean {
  return parseTarget(entry).kind === 'unknown'
}

function parseTarget(body: string): SelectorTarget {
  if (!isToolGroupToken(body)) return { kind: 'tool', name: body }
  const group = parseToolGroup(body)
  if (group !== undefined) return { kind: 'group', group }
  if (body === '@readonly') return { kind: 'readonly' }
  const [, kind, name] = /^@(server|group):([^\s@?]+)$/.exec(body) ?? []
  if (kind === undefined || name === undefined) return { kind: 'unknown' }
  return { kind: kind === 'server' ? 'server' : 'label', name }
}
