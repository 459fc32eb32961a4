import { nearestNames } from '../errors/nearest-names.js'
import { parseToolGroup, toolGroupPrefix, toolGroups, type ToolGroup } from './tool-group.js'

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

/** A target that stands for several tools. */
export type GroupTarget = Exclude<SelectorTarget, { kind: 'tool' } | { kind: 'unknown' }>

/** Every token that an entry may be, for messages; where a name follows, it stands in angle brackets. */
export const selectorTokens: readonly string[] = Object.freeze([
  ...toolGroups.map(({ token }) => token),
  ...['@readonly', '@server:<name>', '@group:<label>'],
])

/** Reads one entry; every text is some entry. */
export function parseToolSelector(entry: string): ToolSelector {
  const { isExcluded, isOptional, body } = splitMarks(entry)
  return Object.freeze({ entry, isExcluded, isOptional, target: parseTarget(body) })
}

/**
 * Entries that one may have been meant to be, nearest first: tokens, and those of `names` that are near. Each keeps the
 * marks of the entry, so that whoever takes a proposal does not grant what was to be taken away.
 */
export function nearestEntries(entry: string, names: Iterable<string> = []): readonly string[] {
  const { isExcluded, isOptional, body } = splitMarks(entry)
  const near = /^@[^:]*:/.test(body) ? nearestNamed(body, names) : nearestPlain(body, names)
  return near.map((name) => `${isExcluded ? '-' : ''}${name}${isOptional ? '?' : ''}`)
}

function nearestPlain(body: string, names: Iterable<string>): readonly string[] {
  const tokens = new Map(selectorTokens.map((token) => [headOf(token), token]))
  return nearestNames(body, [...tokens.keys(), ...names]).map((name) => tokens.get(name) ?? name)
}

/** Of `@server:<name>` and `@group:<label>` the names are compared, or what stands before them where it is none. */
function nearestNamed(body: string, names: Iterable<string>): readonly string[] {
  const head = headOf(body)
  if (isUnknownToolGroup(body)) {
    const tokens = selectorTokens.filter((token) => token.includes(':'))
    const near = nearestNames(head, tokens.map(headOf))
    return tokens.filter((token) => near.includes(headOf(token)))
  }
  const start = `${head}:`
  const known = [...names].filter((name) => name.startsWith(start))
  const inside = (name: string): string => name.slice(start.length)
  return nearestNames(inside(body), known.map(inside)).map((name) => `${start}${name}`)
}

function headOf(token: string): string {
  return token.replace(/:.*$/, '')
}

interface EntryParts {
  readonly isExcluded: boolean
  readonly isOptional: boolean
  readonly body: string
}

function splitMarks(entry: string): EntryParts {
  const isExcluded = entry.startsWith('-')
  const isOptional = entry.endsWith('?')
  const body = entry.slice(isExcluded ? 1 : 0, isOptional ? -1 : undefined)
  return { isExcluded, isOptional, body }
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
