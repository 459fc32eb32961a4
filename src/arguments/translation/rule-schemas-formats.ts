// Rules about texts with a name of their own: addresses, dates, codes of countries and banks. None claims a `format`
// of JSON Schema: each of those accepts other texts than class-validator.
import {
  IsBIC,
  IsCreditCard,
  IsDataURI,
  IsDateString,
  IsEAN,
  IsEmail,
  IsFQDN,
  IsIBAN,
  IsIP,
  IsISBN,
  IsISIN,
  IsISO31661Alpha2,
  IsISO31661Alpha3,
  IsISO31661Numeric,
  IsISO4217CurrencyCode,
  IsISO6391,
  IsISO8601,
  IsISRC,
  IsISSN,
  IsIdentityCard,
  IsLatLong,
  IsLocale,
  IsMACAddress,
  IsMagnetURI,
  IsMilitaryTime,
  IsMimeType,
  IsMobilePhone,
  IsPassportNumber,
  IsPhoneNumber,
  IsPort,
  IsPostalCode,
  IsRFC3339,
  IsTaxId,
  IsTimeZone,
  IsUrl,
} from 'class-validator'

import {
  anyString,
  exactPattern,
  fixed,
  isDefault,
  looser,
  looserPattern,
  optionsOf,
} from './rule-schema.js'
import type { RuleRow, RuleSchema } from './rule-schema.js'

const checkDigit = 'its check digit is computed'
const listed = 'only the codes of a list are accepted'
const manyForms = 'its forms differ from country to country'

/** What `toUpperCase` turns into letters from A to Z: some of it is one character for two or three of them. */
const upperCasable = '[A-Za-z\\u00df\\u0131\\u017f\\ufb00-\\ufb06]'

const byte = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'
const ipV4 = `(?:${byte}\\.){3}${byte}`
const latitude = '[+-]?(?:90(?:\\.0+)?|[1-8]?\\d(?:\\.\\d+)?)'
const longitude = '\\s?[+-]?(?:180(?:\\.0+)?|1[0-7]\\d(?:\\.\\d+)?|\\d{1,2}(?:\\.\\d+)?)'
const hours = '(?:[01]\\d|2[0-3])'

/** See {@link RuleRow}. */
export const formatRules: Readonly<Record<string, RuleRow>> = {
  isBIC: fixed(IsBIC, looserPattern('^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$', listed)),
  isCreditCard: fixed(IsCreditCard, anyString(checkDigit)),
  isDataURI: fixed(
    IsDataURI,
    looserPattern('^\\s*data:[\\s\\S]*,', 'its media type and data are checked'),
  ),
  isDateString: fixed((options) => IsDateString({}, options), isoDate()),
  isEAN: fixed(IsEAN, looserPattern('^(?:\\d{8}|\\d{13,14})$', checkDigit)),
  isEmail: {
    reference: (options) => IsEmail({}, options),
    translate: ([options]) => email(options),
  },
  isFqdn: {
    reference: (options) => IsFQDN({}, options),
    translate: ([options]) => domainName(options),
  },
  isIBAN: fixed((options) => IsIBAN({}, options), anyString(checkDigit)),
  isIp: {
    reference: (options) => IsIP(undefined, options),
    translate: ([version]) => ipAddress(version),
  },
  isIsbn: fixed(
    (options) => IsISBN(undefined, options),
    looserPattern('^[\\dX\\s-]+$', checkDigit),
  ),
  isIsin: fixed(IsISIN, looserPattern('^[A-Z]{2}[0-9A-Z]{9}\\d$', checkDigit)),
  isISO31661Alpha2: fixed(IsISO31661Alpha2, looserPattern(`^${upperCasable}{1,2}$`, listed)),
  isISO31661Alpha3: fixed(IsISO31661Alpha3, looserPattern(`^${upperCasable}{1,3}$`, listed)),
  isISO31661Numeric: fixed(IsISO31661Numeric, looserPattern('^\\d{3}$', listed)),
  isISO4217CurrencyCode: fixed(
    IsISO4217CurrencyCode,
    looserPattern(`^${upperCasable}{1,3}$`, listed),
  ),
  isISO6391: fixed(IsISO6391, looserPattern('^[a-z]{2}$', listed)),
  isIso8601: fixed((options) => IsISO8601({}, options), isoDate()),
  isISRC: fixed(IsISRC, exactPattern('^[A-Z]{2}[0-9A-Z]{3}\\d{7}$')),
  isISSN: fixed(
    (options) => IsISSN({}, options),
    looserPattern('^\\d{4}-?\\d{3}[\\dXx]$', checkDigit),
  ),
  isIdentityCard: fixed((options) => IsIdentityCard(undefined, options), anyString(manyForms)),
  isLatLong: fixed(
    IsLatLong,
    exactPattern(`^(?:${latitude},${longitude}|\\(${latitude},${longitude}\\))(?:,[\\s\\S]*)?$`),
  ),
  isLocale: fixed(
    IsLocale,
    looserPattern('^[A-Za-z][A-Za-z0-9_-]*$', 'the order of its parts is checked'),
  ),
  isMacAddress: fixed(
    IsMACAddress,
    looserPattern(
      '^[0-9A-Fa-f]{2}(?:[-:.\\s]?[0-9A-Fa-f]{2}){5}(?:(?:[-:.\\s]?[0-9A-Fa-f]{2}){2})?$',
      'one separator is used throughout, and options choose among the forms',
    ),
  ),
  isMagnetURI: fixed(IsMagnetURI, looserPattern('^magnet:\\?', 'its hashes are checked')),
  isMilitaryTime: fixed(IsMilitaryTime, exactPattern(`^${hours}:?[0-5]\\d$`)),
  isMimeType: fixed(
    IsMimeType,
    looserPattern('^[A-Za-z]+/[A-Za-z0-9.+_-]+', 'its type is one of a list'),
  ),
  isMobilePhone: fixed((options) => IsMobilePhone(undefined, {}, options), anyString(manyForms)),
  isPassportNumber: fixed((options) => IsPassportNumber('US', options), anyString(manyForms)),
  isPhoneNumber: fixed((options) => IsPhoneNumber(undefined, options), anyString(manyForms)),
  isPort: fixed(
    IsPort,
    exactPattern(
      '^(?:-0|\\+?(?:0|[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))$',
    ),
  ),
  isPostalCode: fixed((options) => IsPostalCode(undefined, options), anyString(manyForms)),
  isRFC3339: fixed(
    IsRFC3339,
    exactPattern(
      `^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[ tT]${hours}:[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[zZ]|[-+]${hours}:[0-5]\\d)$`,
    ),
  ),
  isTaxId: fixed((options) => IsTaxId(undefined, options), anyString(manyForms)),
  isTimeZone: fixed(IsTimeZone, looser({ type: 'string', minLength: 1 }, listed)),
  isUrl: fixed(
    (options) => IsUrl({}, options),
    looserPattern('^[^\\s<>]+$', 'its parts are checked'),
  ),
}

/** The pattern of class-validator without its back references, and before its check of the calendar. */
function isoDate(): RuleSchema {
  const date =
    '-?(?:(?:0[1-9]|1[0-2])(?:-?(?:0[1-9]|[12]\\d|3[01]))?|W[0-5]\\d(?:-?[1-7])?|[0-3]\\d{2})'
  const seconds = ':?[0-5]\\d(?:[.,]\\d+)?'
  const time = `(?:(?:${hours}(?::?[0-5]\\d)?|24:?00)(?:[.,]\\d+)?)?(?:${seconds})?`
  const zone = `(?:[zZ]|[+-]${hours}:?(?:[0-5]\\d)?)`
  return looserPattern(
    `^[+-]?\\d{4}(?:${date}(?:[T\\s]${time}${zone}?)?)?$`,
    'separators agree with one another, and `strict` asks the calendar',
  )
}

function email(constraint: unknown): RuleSchema {
  const why = 'the two sides of its last @ are checked in their details'
  const { require_tld: requiresTld, allow_ip_domain: allowsIp } = optionsOf(constraint)
  const isDotted = isDefault(requiresTld, true) && !allowsIp
  // No part can be matched from two places: an engine that backtracks reads a long text once.
  return looserPattern(isDotted ? '[\\s\\S]@[^@.]+\\.[^@]+$' : '[\\s\\S]@[^@]+$', why)
}

function domainName(constraint: unknown): RuleSchema {
  const why = 'the length and the ends of its labels are checked'
  const options = optionsOf(constraint)
  const label = '[^\\u0000-,./:-@[-`{-\\u00a0]+'
  const isPlain =
    isDefault(options['require_tld'], true) &&
    ['allow_underscores', 'allow_trailing_dot', 'allow_wildcard'].every((name) => !options[name])
  return isPlain ? looserPattern(`^${label}(?:\\.${label})+$`, why) : anyString(why)
}

function ipAddress(version: unknown): RuleSchema {
  if (String(version) === '4') return exactPattern(`^${ipV4}$`)
  const why = 'how the groups of version 6 may be shortened is checked'
  const ipV6 = '[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%[0-9A-Za-z.]+)?'
  return looserPattern(String(version) === '6' ? `^${ipV6}$` : `^(?:${ipV4}|${ipV6})$`, why)
}
