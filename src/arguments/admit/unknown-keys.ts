import { joinPath } from '../../errors/argument-path.js'
import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import type { ClassShape } from '../shape/shape.js'
import type { IssueList } from './issue-list.js'
import type { ObjectPlace, Reading } from './reading.js'

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

/** Adds the issue of an unknown key, with the nearest known names for the first few. */
export function addUnknownKey(
  issues: IssueList,
  key: string,
  { path, known }: { readonly path: string; readonly known: Iterable<string> },
): void {
  const at = joinPath(path, key)
  if (key === 'constructor' || key === 'prototype') {
    issues.add(at, 'forbiddenKey', `${at} is not allowed as a key. Remove it.`)
    return
  }
  const nearest = issues.countOf('unknownKey') < namedUnknownKeys ? nearestNames(key, known) : []
  const hint = nearest.length > 0 ? didYouMean(nearest) : ' Remove it.'
  issues.add(at, 'unknownKey', `${at} is not an argument.${hint}`)
}
