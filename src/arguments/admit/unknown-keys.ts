import { joinPath } from '../../errors/argument-path.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import type { JsonValue } from '../../schema/json.js'
import type { ClassShape } from '../shape/shape.js'
import { isForbiddenKey } from '../input/forbidden-keys.js'
import type { IssueList } from '../input/issue-list.js'
import type { Located, ObjectPlace, Reading } from './reading.js'

const namedUnknownKeys = 10

/** Adds an issue for every key of an object that its class does not declare. */
export function reportUnknownKeys(
  { issues }: Reading,
  shape: ClassShape,
  { value, path, tag }: ObjectPlace,
): void {
  for (const key of Object.keys(value)) {
    if (!shape.byKey.has(key) && key !== tag)
      addUnknownKey(issues, key, { path, known: shape.byKey.keys() })
  }
}

/** Adds an issue for each key that reaches the language, at any depth of a value that no class or map declares. */
export function reportForbiddenKeys(reading: Reading, { value, path }: Located): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    value.forEach((element: JsonValue, index) => {
      if (typeof element !== 'object') return
      reportForbiddenKeys(reading, { value: element, path: joinPath(path, index) })
    })
    return
  }
  for (const [key, member] of Object.entries<JsonValue>(value)) {
    if (isForbiddenKey(key)) addForbiddenKey(reading.issues, joinPath(path, key))
    else reportForbiddenKeys(reading, { value: member, path: joinPath(path, key) })
  }
}

/** Adds the issue of an unknown key, with the nearest known names for the first few. */
export function addUnknownKey(
  issues: IssueList,
  key: string,
  { path, known }: { readonly path: string; readonly known: Iterable<string> },
): void {
  const at = joinPath(path, key)
  if (isForbiddenKey(key)) {
    addForbiddenKey(issues, at)
    return
  }
  issues.add(at, 'unknownKey', () => {
    const nearest = issues.countOf('unknownKey') < namedUnknownKeys ? nearestNames(key, known) : []
    const hint = nearest.length > 0 ? didYouMean(nearest) : ' Remove it.'
    return `${at} is not an argument.${hint}`
  })
}

function addForbiddenKey(issues: IssueList, at: string): void {
  issues.add(at, 'forbiddenKey', `${at} is not allowed as a key. Remove it.`)
}
