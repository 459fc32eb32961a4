/** New names of properties with the names they stand for. */
export type PropertyNames = ReadonlyMap<string, string>

/**
 * Names that a target takes for properties whose own it refuses; every character that is not a letter, a digit or an
 * underscore becomes an underscore, and a number is added where that name is taken.
 */
export function findNames(names: readonly string[], pattern: RegExp): PropertyNames {
  const taken = new Set(names)
  const renamed = new Map<string, string>()
  for (const name of names) {
    if (pattern.test(name)) continue
    const free = freeName(name, taken)
    taken.add(free)
    renamed.set(free, name)
  }
  return renamed
}

/** The arguments under the names their author gave them. A hostile input comes back as it is. */
export function restoreNames(input: unknown, names: PropertyNames): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  try {
    // Under both names it would say two things; the new one is refused as unknown then.
    const isTwofold = [...names].some(([name, own]) => [name, own].every((key) => key in input))
    if (isTwofold) return input
    const properties = Object.entries(Object.getOwnPropertyDescriptors(input))
    const renamed = properties.map(([name, property]) => [names.get(name) ?? name, property])
    const copy: unknown = Object.create(Object.getPrototypeOf(input) as object | null)
    return Object.defineProperties(copy, Object.fromEntries(renamed) as PropertyDescriptorMap)
  } catch {
    // A proxy that throws when it is looked at. Validation says what is wrong with it.
    return input
  }
}

const maxLength = 60

function freeName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, maxLength)
  const base = /^[A-Za-z_]/.test(plain) ? plain : `_${plain.slice(1)}`
  let free = base
  for (let count = 2; taken.has(free); count += 1) free = `${base}_${count.toString()}`
  return free
}
