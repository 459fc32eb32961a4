import {
  Contains,
  IsDateString,
  IsDecimal,
  IsHexColor,
  IsHexadecimal,
  IsIP,
  IsISO31661Alpha2,
  IsISO31661Alpha3,
  IsJWT,
  IsLatLong,
  IsMACAddress,
  IsMongoId,
  IsNumberString,
  IsOctal,
  IsPort,
  IsRFC3339,
  IsSemVer,
  IsUUID,
  IsUrl,
  Matches,
} from 'class-validator'

import { nothing, onProperty, type SchemaDifference } from './schema-differences.js'

/** Decorators for which it gives no schema, or one that refuses what the decorator accepts. */
function pattern(
  input: string,
  decorator: PropertyDecorator,
  [theirs, own]: readonly [string, string],
): SchemaDifference {
  const why = 'the pattern is that of the validator, or wider'
  return onProperty(input, [decorator], [theirs, { type: 'string', pattern: own }, why])
}

const hex = '[0-9A-Fa-f]'
const byte = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'
const ipV4 = `(?:${byte}\\.){3}${byte}`
const hours = '(?:[01]\\d|2[0-3])'
const number = '(?:0|[1-9]\\d*)'
const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)'
const latitude = '[+-]?(?:90(?:\\.0+)?|[1-8]?\\d(?:\\.\\d+)?)'
const longitude = '\\s?[+-]?(?:180(?:\\.0+)?|1[0-7]\\d(?:\\.\\d+)?|\\d{1,2}(?:\\.\\d+)?)'
const upperCasable = '[A-Za-z\\u00df\\u0131\\u017f\\ufb00-\\ufb06]'
const isoDate =
  '^[+-]?\\d{4}(?:-?(?:(?:0[1-9]|1[0-2])(?:-?(?:0[1-9]|[12]\\d|3[01]))?|W[0-5]\\d(?:-?[1-7])?|[0-3]\\d{2})(?:[T\\s](?:(?:(?:[01]\\d|2[0-3])(?::?[0-5]\\d)?|24:?00)(?:[.,]\\d+)?)?(?::?[0-5]\\d(?:[.,]\\d+)?)?(?:[zZ]|[+-](?:[01]\\d|2[0-3]):?(?:[0-5]\\d)?)?)?)?$'

/** Of texts, by the pattern of their decorator. */
export const differencesOfTexts: readonly SchemaDifference[] = [
  pattern('`@Matches(/^a+$/i)`', Matches(/^a+$/i), [
    '`{"pattern":"^a+$"}`, the flag dropped',
    '^[aA]+$',
  ]),
  pattern('`@Contains("a.b")`', Contains('a.b'), ['`{"pattern":"a.b"}`, not escaped', 'a\\.b']),
  pattern('`@IsUrl()`', IsUrl(), ['`{"type":"string","format":"url"}`', '^[^\\s<>]+$']),
  pattern('`@IsIP()`', IsIP(), [
    '`{"type":"string","format":"ipv4"}`',
    `^(?:${ipV4}|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%[0-9A-Za-z.]+)?)$`,
  ]),
  pattern('`@IsUUID("4")`', IsUUID('4'), [
    '`{"type":"string","format":"uuid"}`',
    `^${hex}{8}-${hex}{4}-4${hex}{3}-[89ABab]${hex}{3}-${hex}{12}$`,
  ]),
  pattern('`@IsDateString()`', IsDateString(), [
    'without anchors, and refuses `2020-01-01`',
    isoDate,
  ]),
  pattern('`@IsNumberString()`', IsNumberString(), [
    '`^[-+]?[0-9]+$`, which refuses `1.5`',
    '^[+-]?(?:\\d*\\.)?\\d+$',
  ]),
  pattern('`@IsHexadecimal()`', IsHexadecimal(), [
    '`^[0-9a-fA-F]+$`, which refuses `0x1F`',
    `^(?:0[xXhH])?${hex}+$`,
  ]),
  pattern('`@IsHexColor()`', IsHexColor(), [
    'three or six digits only',
    `^#?(?:${hex}{3}|${hex}{4}|${hex}{6}|${hex}{8})$`,
  ]),
  pattern('`@IsMongoId()`', IsMongoId(), [
    '`^[0-9a-fA-F]{24}$`, which refuses `0x` and 22 digits',
    `^(?:${hex}{24}|0[xXhH]${hex}{22})$`,
  ]),
  pattern('`@IsDecimal()`', IsDecimal(), [nothing, '^[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)$']),
  pattern('`@IsOctal()`', IsOctal(), [nothing, '^(?:0[oO])?[0-7]+$']),
  pattern('`@IsRFC3339()`', IsRFC3339(), [
    nothing,
    `^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[ tT]${hours}:[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[zZ]|[-+]${hours}:[0-5]\\d)$`,
  ]),
  pattern('`@IsPort()`', IsPort(), [
    nothing,
    '^(?:-0|\\+?(?:0|[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))$',
  ]),
  pattern('`@IsJWT()`', IsJWT(), [nothing, '^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$']),
  pattern('`@IsSemVer()`', IsSemVer(), [
    nothing,
    `^${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
  ]),
  pattern('`@IsMACAddress()`', IsMACAddress(), [
    nothing,
    `^${hex}{2}(?:[-:.\\s]?${hex}{2}){5}(?:(?:[-:.\\s]?${hex}{2}){2})?$`,
  ]),
  pattern('`@IsISO31661Alpha2()`', IsISO31661Alpha2(), [nothing, `^${upperCasable}{1,2}$`]),
  pattern('`@IsISO31661Alpha3()`', IsISO31661Alpha3(), [nothing, `^${upperCasable}{1,3}$`]),
  pattern('`@IsLatLong()`', IsLatLong(), [
    nothing,
    `^(?:${latitude},${longitude}|\\(${latitude},${longitude}\\))(?:,[\\s\\S]*)?$`,
  ]),
]
