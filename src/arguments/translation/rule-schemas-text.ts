// Rules about what a text holds and how long it is.
import {
  Contains,
  IsAlpha,
  IsAlphanumeric,
  IsAscii,
  IsByteLength,
  IsFullWidth,
  IsHalfWidth,
  IsLowercase,
  IsMultibyte,
  IsSurrogatePair,
  IsUppercase,
  IsVariableWidth,
  Length,
  Matches,
  MaxLength,
  MinLength,
  NotContains,
} from 'class-validator'

import type { JsonSchema } from '../../schema/json-schema.js'
import { toPortablePattern } from './rule-patterns.js'
import {
  anyString,
  exact,
  exactPattern,
  fixed,
  isFiniteNumber,
  looser,
  looserPattern,
} from './rule-schema.js'
import type { RuleRow, RuleSchema } from './rule-schema.js'

const halfWidth = '\\u0020-\\u007e\\uff61-\\uff9f\\uffa0-\\uffdc\\uffe8-\\uffee'
const cased = 'letters beyond a-z have case, too'
const selectors = 'of the least length, class-validator does not count variation selectors'
const noLength = 'its greatest length is not a number of characters'

/** See {@link RuleRow}. */
export const textRules: Readonly<Record<string, RuleRow>> = {
  contains: {
    reference: (options) => Contains('', options),
    translate: ([seed]) =>
      isSearchable(seed) ? exactPattern(escapePattern(seed)) : unsearchable(),
  },
  notContains: {
    reference: (options) => NotContains('', options),
    translate: ([seed]) => (isSearchable(seed) ? without(seed) : unsearchable()),
  },
  matches: {
    reference: (options) => Matches(/^/, options ?? {}),
    translate: matching,
  },
  isLength: {
    reference: (options) => Length(0, undefined, options),
    translate: ([min, max]) => ofLength(min, max),
  },
  minLength: {
    reference: (options) => MinLength(0, options),
    translate: ([min]) => ofLength(min, undefined),
  },
  maxLength: {
    reference: (options) => MaxLength(0, options),
    translate: ([max]) => ofLength(undefined, max),
  },
  isByteLength: {
    reference: (options) => IsByteLength(0, undefined, options),
    translate: ([min, max]) => ofByteLength(min, max),
  },
  isAlpha: {
    reference: (options) => IsAlpha(undefined, options),
    translate: ([locale]) => letters('A-Za-z', locale),
  },
  isAlphanumeric: {
    reference: (options) => IsAlphanumeric(undefined, options),
    translate: ([locale]) => letters('0-9A-Za-z', locale),
  },
  isAscii: fixed(IsAscii, exactPattern('^[\\u0000-\\u007f]+$')),
  isMultibyte: fixed(IsMultibyte, exactPattern('[^\\u0000-\\u007f]')),
  isFullWidth: fixed(IsFullWidth, exactPattern(`[^${halfWidth}]`)),
  isHalfWidth: fixed(IsHalfWidth, exactPattern(`[${halfWidth}]`)),
  isVariableWidth: fixed(
    IsVariableWidth,
    exact({
      type: 'string',
      allOf: [{ pattern: `[^${halfWidth}]` }, { pattern: `[${halfWidth}]` }],
    }),
  ),
  // The first half finds a pair with the `u` flag, the second without it.
  isSurrogatePair: fixed(
    IsSurrogatePair,
    exactPattern('[^\\u0000-\\uffff]|[\\ud800-\\udbff][\\udc00-\\udfff]'),
  ),
  isLowercase: fixed(IsLowercase, looserPattern('^[^A-Z]*$', cased)),
  isUppercase: fixed(IsUppercase, looserPattern('^[^a-z]*$', cased)),
}

/** A text as a pattern that finds it. Only what the `u` flag lets be escaped is escaped. */
function escapePattern(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
}

/** An empty text is contained in texts of two units; half a surrogate pair is found with the `u` flag only when alone. */
function isSearchable(seed: unknown): seed is string {
  return typeof seed === 'string' && seed !== '' && !/\p{Cs}/u.test(seed)
}

function unsearchable(): RuleSchema {
  return anyString('what it looks for is not a whole text')
}

function without(seed: string): RuleSchema {
  return exact({ type: 'string', not: { pattern: escapePattern(seed) } })
}

function matching([pattern, modifiers]: readonly unknown[]): RuleSchema {
  const expression = toExpression(pattern, modifiers)
  const portable = expression === undefined ? undefined : toPortablePattern(expression)
  if (portable === undefined)
    return anyString('JSON Schema patterns cannot say this regular expression')
  return portable.isExact
    ? exactPattern(portable.pattern)
    : looserPattern(portable.pattern, 'it counts a character beyond U+FFFF twice')
}

/** As class-validator reads it: `modifiers` count only for a text. */
function toExpression(pattern: unknown, modifiers: unknown): RegExp | undefined {
  if (pattern instanceof RegExp) return pattern
  if (typeof pattern !== 'string') return undefined
  try {
    return new RegExp(pattern, typeof modifiers === 'string' ? modifiers : undefined)
  } catch {
    return undefined
  }
}

/**
 * class-validator counts code points less the variation selectors U+FE0E and U+FE0F behind a character, and admit counts
 * those as well against the greatest length. So a least length beyond 1 may be met by selectors alone.
 */
function ofLength(min: unknown, max: unknown): RuleSchema {
  const least = leastLength(min)
  const isBounded = isFiniteNumber(max) && max >= 0
  const most = isBounded ? { maxLength: Math.floor(max) } : {}
  const schema: JsonSchema = { type: 'string', ...least, ...most }
  if (max !== undefined && !isBounded) return looser(schema, noLength)
  if (least.minLength === undefined || least.minLength === 1) return exact(schema)
  return looser(schema, selectors)
}

/** A code point has one to four bytes. */
function ofByteLength(min: unknown, max: unknown): RuleSchema {
  const least = isFiniteNumber(min) ? leastLength(min / 4) : {}
  const most = isFiniteNumber(max) && max >= 0 ? { maxLength: Math.floor(max) } : {}
  return looser({ type: 'string', ...least, ...most }, 'JSON Schema counts characters, not bytes')
}

function leastLength(min: unknown): JsonSchema {
  return isFiniteNumber(min) && min > 0 ? { minLength: Math.ceil(min) } : {}
}

/** `en-US` is the default; every English locale is the same. */
function letters(range: string, locale: unknown): RuleSchema {
  const isEnglish = locale === undefined || locale === 'en-US' || locale === 'en-GB'
  return isEnglish
    ? exactPattern(`^[${range}]+$`)
    : anyString('the letters of its locale are not listed')
}
