import type { JsonValue } from '../../schema/json.js'
import { quoteName } from '../../errors/quoted-name.js'
import { isSameJson } from '../../schema/same-json.js'

/** An entry of two lists that is in one of them only, or is another one in each. */
export interface NamedChange {
  /** The name, fit for a message. */
  readonly name: string
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** The entries that differ between two lists of things with a name. */
export function namedChanges(
  before: readonly object[],
  after: readonly object[],
): readonly NamedChange[] {
  const [old, now] = [byName(before), byName(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const pair = { before: old.get(name), after: now.get(name) }
    return isSameJson(pair.before, pair.after) ? [] : [{ name: quoteName(name), ...pair }]
  })
}

function byName(entries: readonly object[]): ReadonlyMap<string, JsonValue> {
  return new Map(entries.map((entry) => [String(Reflect.get(entry, 'name')), entry as JsonValue]))
}
