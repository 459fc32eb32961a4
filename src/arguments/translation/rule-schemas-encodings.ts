// Rules about texts that a machine writes: digits, encodings, identifiers, colours, versions.
import {
  IsBase32,
  IsBase58,
  IsBase64,
  IsBooleanString,
  IsBtcAddress,
  IsCurrency,
  IsDecimal,
  IsEthereumAddress,
  IsFirebasePushId,
  IsHSL,
  IsHash,
  IsHexColor,
  IsHexadecimal,
  IsJSON,
  IsJWT,
  IsMongoId,
  IsNumberString,
  IsOctal,
  IsRgbColor,
  IsSemVer,
  IsStrongPassword,
  IsUUID,
} from 'class-validator'

import { mergeRuleSchemas } from './rule-schema-merge.js'
import {
  anyString,
  exact,
  exactPattern,
  fixed,
  isDefault,
  looser,
  looserPattern,
  optionsOf,
} from './rule-schema.js'
import type { RuleRow, RuleSchema } from './rule-schema.js'

const hex = '[0-9A-Fa-f]'
const byOptions = 'it was given options that are not translated'

/** See {@link RuleRow}. */
export const encodingRules: Readonly<Record<string, RuleRow>> = {
  isBase32: fixed(IsBase32, looserPattern('^[A-Z2-7]+=*$', 'its length is a multiple of 8')),
  isBase58: fixed(IsBase58, exactPattern('^[A-HJ-NP-Za-km-z1-9]*$')),
  isBase64: {
    reference: (options) => IsBase64(undefined, options),
    translate: ([options]) => exactPattern(base64Pattern(optionsOf(options))),
  },
  isBooleanString: fixed(
    IsBooleanString,
    exact({ type: 'string', enum: ['true', 'false', '1', '0'] }),
  ),
  isBtcAddress: fixed(
    IsBtcAddress,
    exactPattern('^(?:(?:bc1|tb1)p?[ac-hj-np-z02-9]{39,58}|[123m][A-HJ-NP-Za-km-z1-9]{25,39})$'),
  ),
  isCurrency: {
    reference: (options) => IsCurrency(undefined, options),
    translate: ([options]) =>
      isDefaultCurrency(optionsOf(options))
        ? exactPattern(
            '^-?\\$?(?:(?:0|[1-9]\\d*|[1-9]\\d{0,2}(?:,\\d{3})+)(?:\\.\\d{2})?|\\.\\d{2})$',
          )
        : anyString(byOptions),
  },
  isDecimal: {
    reference: (options) => IsDecimal(undefined, options),
    translate: ([options]) =>
      isDefaultDecimal(optionsOf(options))
        ? exactPattern('^[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)$')
        : anyString(byOptions),
  },
  isEthereumAddress: fixed(IsEthereumAddress, exactPattern(`^0[xX]${hex}{40}$`)),
  IsFirebasePushId: fixed(IsFirebasePushId, exactPattern('^[A-Za-z0-9_-]{20}$')),
  isHSL: fixed(
    IsHSL,
    looserPattern('^\\s*[Hh][Ss][Ll][Aa]?\\([\\s\\S]*\\)\\s*$', 'its numbers are checked, too'),
  ),
  isHash: {
    reference: (options) => IsHash('md5', options),
    translate: ([algorithm]) => hashOf(algorithm),
  },
  isHexColor: fixed(IsHexColor, exactPattern(`^#?(?:${hex}{3}|${hex}{4}|${hex}{6}|${hex}{8})$`)),
  isHexadecimal: fixed(IsHexadecimal, exactPattern(`^(?:0[xXhH])?${hex}+$`)),
  isJson: fixed(IsJSON, looserPattern('^\\s*[[{]', 'JSON within JSON has no schema of its own')),
  isJwt: fixed(IsJWT, exactPattern('^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$')),
  isMongoId: fixed(IsMongoId, exactPattern(`^(?:${hex}{24}|0[xXhH]${hex}{22})$`)),
  isNumberString: {
    reference: (options) => IsNumberString(undefined, options),
    translate: ([options]) => numberString(optionsOf(options)),
  },
  isOctal: fixed(IsOctal, exactPattern('^(?:0[oO])?[0-7]+$')),
  isRgbColor: {
    reference: (options) => IsRgbColor(undefined, options),
    translate: ([percentValues]) => exactPattern(rgbPattern(percentValues)),
  },
  isSemVer: fixed(IsSemVer, exactPattern(semVerPattern())),
  isStrongPassword: {
    reference: (options) => IsStrongPassword(undefined, options),
    translate: ([options]) => strongPassword(optionsOf(options)),
  },
  isUuid: {
    reference: (options) => IsUUID(undefined, options),
    translate: ([version]) => uuidOf(version),
  },
}

type Options = Readonly<Record<string, unknown>>

function base64Pattern({ urlSafe, padding }: Options): string {
  const isUrlSafe = Boolean(urlSafe)
  const digit = isUrlSafe ? '[A-Za-z0-9_-]' : '[A-Za-z0-9+/]'
  const isPadded = padding === undefined ? !isUrlSafe : Boolean(padding)
  return isPadded ? `^(?:${digit}{4})*(?:${digit}{2}==|${digit}{3}=)?$` : `^${digit}*$`
}

const currencyDefaults: Options = {
  symbol: '$',
  require_symbol: false,
  allow_space_after_symbol: false,
  symbol_after_digits: false,
  allow_negatives: true,
  parens_for_negatives: false,
  negative_sign_before_digits: false,
  negative_sign_after_digits: false,
  allow_negative_sign_placeholder: false,
  thousands_separator: ',',
  decimal_separator: '.',
  allow_decimal: true,
  require_decimal: false,
  allow_space_after_digits: false,
}

function isDefaultCurrency({ digits_after_decimal: digits, ...options }: Options): boolean {
  if (digits !== undefined && JSON.stringify(digits) !== '[2]') return false
  return Object.entries(currencyDefaults).every(([name, value]) => isDefault(options[name], value))
}

function isDefaultDecimal({ force_decimal, decimal_digits, locale }: Options): boolean {
  return !force_decimal && isDefault(decimal_digits, '1,') && isDefault(locale, 'en-US')
}

const hashLengths: ReadonlyMap<unknown, number> = new Map([
  ['crc32', 8],
  ['crc32b', 8],
  ['md4', 32],
  ['md5', 32],
  ['ripemd128', 32],
  ['tiger128', 32],
  ['ripemd160', 40],
  ['sha1', 40],
  ['tiger160', 40],
  ['tiger192', 48],
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
])

function hashOf(algorithm: unknown): RuleSchema {
  const length = hashLengths.get(algorithm)
  if (length === undefined) return anyString('its algorithm is not known')
  return exactPattern(`^${hex}{${length.toString()}}$`)
}

function numberString({ no_symbols: noSymbols, locale }: Options): RuleSchema {
  if (Boolean(noSymbols)) return exactPattern('^\\d+$')
  if (Boolean(locale)) return anyString(byOptions)
  return exactPattern('^[+-]?(?:\\d*\\.)?\\d+$')
}

function rgbPattern(percentValues: unknown): string {
  const byte = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'
  const percent = '(?:\\d|[1-9]\\d|100)%'
  const alpha = '(?:0?\\.\\d\\d?|[01](?:\\.0)?)'
  const forms = (part: string): string =>
    `rgb\\((?:${part},){2}${part}\\)|rgba\\((?:${part},){3}${alpha}\\)`
  const hasPercent = percentValues === undefined || Boolean(percentValues)
  return `^(?:${hasPercent ? `${forms(byte)}|${forms(percent)}` : forms(byte)})$`
}

function semVerPattern(): string {
  const number = '(?:0|[1-9]\\d*)'
  const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)'
  const build = '[0-9A-Za-z-]+'
  return `^${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+${build}(?:\\.${build})*)?$`
}

/** Which kinds of characters must occur; how many of them, and how long the text is, is left open. */
function strongPassword(options: Options): RuleSchema {
  const why = 'how often each kind of character occurs is counted'
  if (Boolean(options['returnScore'])) return anyString(why)
  const kinds = [
    ['minLowercase', '[a-z]'],
    ['minUppercase', '[A-Z]'],
    ['minNumbers', '[0-9]'],
  ] as const
  const demanded = kinds.filter(
    ([name]) => options[name] === undefined || Number(options[name]) >= 1,
  )
  return looser(
    mergeRuleSchemas([{ type: 'string' }, ...demanded.map(([, pattern]) => ({ pattern }))]),
    why,
  )
}

const uuidVersions: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...['1', '2', '3', '4', '5', '6', '7', '8'].map((digit): [string, string] => [
    digit,
    uuid(digit),
  ]),
  ['nil', '00000000-0000-0000-0000-000000000000'],
  ['max', '[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12}'],
  ['loose', `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`],
  [
    'all',
    `${uuid('[1-8]')}|00000000-0000-0000-0000-000000000000|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12}`,
  ],
])

function uuid(version: string): string {
  return `${hex}{8}-${hex}{4}-${version}${hex}{3}-[89ABab]${hex}{3}-${hex}{12}`
}

function uuidOf(version: unknown): RuleSchema {
  const versions: readonly unknown[] = Array.isArray(version) ? version : [version ?? 'all']
  const forms = versions.map((each) =>
    uuidVersions.get(typeof each === 'number' ? each.toString() : each),
  )
  const known = forms.filter((form) => form !== undefined)
  if (known.length === 0 || known.length < forms.length) return anyString(byOptions)
  const joined = [...new Set(known)].join('|')
  return exactPattern(joined.includes('|') ? `^(?:${joined})$` : `^${joined}$`)
}
