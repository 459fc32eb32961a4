import { lookInto } from './look-into.js'

/** New names of properties with the names they stand for. */
export type PropertyNames = ReadonlyMap<string, string>

/**
 * Names that a target takes for properties whose own it refuses; every character that is not a letter, a digit or an
 * underscore becomes an underscore, one goes before a digit at the start, and a number is added where that name is taken.
 */
export function findNames(names: readonly string[], pattern: RegExp): PropertyNames {
  const taken = new Set(names)
  const renamed = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const name of names) {
    if (pattern.test(name)) continue
    const free = freeName(name, taken, counts)
    taken.add(free)
    renamed.set(free, name)
  }
  return renamed
}

/** The arguments under the names their author gave them. A hostile input comes back as it is. */
export function restoreNames(input: unknown, names: PropertyNames): unknown {
  if (typeof input !== 'object' || input === null) return input
  const inside = lookInto(input)
  if (inside === undefined || inside.isArray) return input
  const { prototype, properties } = inside
  // Under both names it would say two things; the new one is refused as unknown then.
  const has = (name: string): boolean => Object.hasOwn(properties, name)
  if ([...names].some(([name, own]) => has(name) && has(own))) return input
  const entries = Object.entries(properties)
  const renamed = entries.map(([name, property]) => [names.get(name) ?? name, property] as const)
  return Object.create(prototype, Object.fromEntries(renamed)) as unknown
}

const maxLength = 60

/** @param counts the last number that each base was given */
function freeName(name: string, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_')
  const base = plain.replace(/^(?![A-Za-z_])/, '_').slice(0, maxLength)
  let free = base
  let count = counts.get(base) ?? 1
  while (taken.has(free)) {
    count += 1
    free = `${base}_${count.toString()}`
  }
  counts.set(base, count)
  return free
}
