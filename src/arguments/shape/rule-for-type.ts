import { findDesignType } from '../../metadata/own-metadata.js'
import type { Constructor } from '../../tools/constructor.js'
import { findType } from '../rules/class-transformer-records.js'
import { callType } from './named-type.js'
import { unsupportedTypes } from './value-problems.js'

const anyRule = 'its rule, such as @IsString(), or @ValidateNested() with @Type for a class'

/** No rule of class-validator's own is for bigints alone; that it is there makes it an argument. */
const rulesOfTypes: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, 'IsString'],
  [Number, 'IsNumber'],
  [Boolean, 'IsBoolean'],
  [Date, 'IsDate'],
  [BigInt, 'IsDefined'],
])

/** The decorators that make an argument of a property, by what `@Type` or its declaration says of it. */
export function ruleForType(target: Constructor, property: string): string {
  const declared = findDesignType(target.prototype as object, property)
  const record = findType(target, property)
  if (record === undefined) return ruleForDeclared(declared)
  if (record.options.discriminator !== undefined) return onEach('ValidateNested', declared)
  const type = callType(property, record)
  if (unsupportedTypes.has(type)) return '@IsDefined() with @Transform in place of @Type'
  if (type === Object) return '@IsObject() in place of @Type'
  const name = rulesOfTypes.get(type) ?? (typeof type === 'function' ? 'ValidateNested' : undefined)
  return name === undefined ? anyRule : onEach(name, declared)
}

/** What the compiler records of interfaces and unions is `Object`, which says nothing. */
function ruleForDeclared(declared: unknown): string {
  if (declared === Array) return 'its rules, such as @IsArray() and @IsString({ each: true })'
  if (declared === Date) return '@IsDate() with @Type(() => Date)'
  if (declared === BigInt) return '@IsDefined() with @Type(() => BigInt)'
  if (unsupportedTypes.has(declared)) return '@IsDefined() with @Transform that makes it'
  const name = rulesOfTypes.get(declared)
  return name === undefined ? anyRule : `its rule, such as @${name}()`
}

function onEach(name: string, declared: unknown): string {
  return declared === Array ? `@${name}({ each: true })` : `@${name}()`
}
