import { isThenable } from '../../tools/thenable.js'
import { parseBigint } from '../admit/bigint-text.js'
import { parseDateTime } from '../admit/rfc3339.js'
import { copyValue, mapValues } from './copy-value.js'
import { isForbiddenEverywhere, isForbiddenKey } from '../input/forbidden-keys.js'
import { PlainCopier } from '../input/plain-copier.js'
import { isHidden, isPlainList, isPlainObject, isUnreadable, unsure } from '../input/plain-data.js'
import { isSurelyAsLong } from './shortcuts.js'
import type { Violation } from '../rules/verdict.js'
import type { Walk } from './walk.js'

/** What the text of every program calls by name. */
export function toolsOf(walk: Walk): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...sharedTools,
    ['walk', walk],
    ['isYes', yesIn(walk)],
    ['isPlainYes', plainYesIn(walk)],
    ['note', noteIn(walk)],
    ['anyData', new PlainCopier(walk, isForbiddenKey)],
    ['freeData', new PlainCopier(walk, isForbiddenEverywhere)],
  ])
}

const sharedTools: readonly (readonly [string, unknown])[] = Object.entries({
  unsure,
  isPlainObject,
  isPlainList,
  isUnreadable,
  isHidden,
  isSurelyAsLong,
  parseDateTime,
  parseBigint,
  copyValue,
  mapValues,
  hasOwn: (object: object, key: string) => Object.hasOwn(object, key),
})

/** True for yes. What is neither yes nor no is for the reading to judge. */
function plainYesIn(walk: Walk): (answer: unknown) => boolean {
  return (answer) => {
    if (typeof answer !== 'boolean') walk.isUnsure = true
    return answer === true
  }
}

/** Notes what a rule refused of an object of the input. */
function noteIn(walk: Walk): (owner: object, violation: Violation) => void {
  return (owner, violation) => {
    walk.noted ??= new Map()
    const violations = walk.noted.get(owner)
    if (violations === undefined) walk.noted.set(owner, [violation])
    else violations.push(violation)
  }
}

/** True for the plain yes of a rule. An answer that comes later is for the reading to wait for, which asks again. */
function yesIn(walk: Walk): (answer: unknown) => boolean {
  return (answer) => {
    if (answer === true) return true
    if (isThenable(answer)) {
      walk.hasLateRule = true
      Promise.resolve(answer).catch(() => undefined)
    }
    return false
  }
}
