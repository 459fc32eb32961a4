import { findDesignType } from '../../metadata/own-metadata.js'
import type { Constructor } from '../../tools/constructor.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { containedShapes } from './contained-shapes.js'
import type { ClassShape, ValueShape } from './shape.js'

/** What reading a value's shape needs of the reading it is part of. */
export interface ValueReading {
  readonly target: Constructor
  readonly property: string
  readonly rules: readonly Rule[]
  readNested(target: Constructor): ClassShape
  report(message: string, fix: string): void
}

/** How deep `@Items` nests arrays at most. */
export const maxArrayDepth = 16

/** Classes that JSON has no values for. */
export const unsupportedTypes: ReadonlySet<unknown> = new Set([Map, Set, Symbol, Array, Promise])
const dateRules: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate'])

/** An array of classes whose decorators speak of one object; told only where the compiler records types. */
export function reportArrayWithoutRule(reading: ValueReading): void {
  const designType = findDesignType(reading.target.prototype as object, reading.property)
  if (designType !== Array) return
  reading.report(
    'it is declared as an array, but @ValidateNested() alone takes one object.',
    'Write @ValidateNested({ each: true }), or add @IsArray().',
  )
}

/** JSON has no dates and no instances: without a type that makes them, every value would be refused. */
export function reportUnmeetableRules(reading: ValueReading): void {
  if (reading.rules.some((rule) => dateRules.has(rule.name))) {
    reading.report(
      'it has a rule for dates and no @Type, and JSON has no dates.',
      'Add @Type(() => Date) to take an RFC 3339 date-time, or use @IsDateString() for a text.',
    )
  }
  if (reading.rules.some((rule) => rule.name === 'isInstance')) {
    reading.report(
      'it has @IsInstance and no nested class, and JSON has no instances.',
      'Add @ValidateNested() and @Type(() => TheClass).',
    )
  }
}

/** `@Type` of a class whose members nothing would check. */
export function reportTypeWithoutNested(reading: ValueReading, type: unknown): void {
  if (unsupportedTypes.has(type)) {
    reading.report('JSON cannot carry what its @Type names.', 'Use @Transform instead of @Type.')
    return
  }
  if (type === Object) {
    reading.report(
      'its @Type names Object, which has no members to check.',
      'Remove @Type, or name the class of the value in it.',
    )
    return
  }
  reading.report(
    'it has @Type and no @ValidateNested(), so its members would not be checked.',
    'Add @ValidateNested(), with { each: true } for an array.',
  )
}

/** A free map is a plain object, whatever the property is declared as. */
export function reportDeclaredMap(reading: ValueReading): void {
  if (findDesignType(reading.target.prototype as object, reading.property) !== Map) return
  reading.report(
    'it is declared as a Map, but a free map arrives as a plain object.',
    'Declare it as Record<string, TheClass>.',
  )
}

/** How deep arrays may be nested by `@Items`. */
export function reportDepth(reading: ValueReading, depth: number): void {
  if (Number.isInteger(depth) && depth >= 1 && depth <= maxArrayDepth) return
  reading.report(
    '@Items has a depth that is no whole number from 1 to 16.',
    'Write { depth: 2 } for arrays of arrays.',
  )
}

/** A class without arguments takes nothing. */
export function reportEmptyClass(reading: ValueReading): void {
  reading.report(
    'the class it names has no property with a class-validator decorator, so it would take nothing.',
    'Decorate the properties of that class, or name the class that has them.',
  )
}

/** Only the last of them would count. */
export function reportContainedTwice(reading: ValueReading): void {
  reading.report(
    'it has more than one of @Values, @Items and @Tuple.',
    'Keep one; put what is nested deeper into a class of its own.',
  )
}

/** `@Values`, `@Items` or `@Tuple` would silently win over a `@Type` that says something else. */
export function reportOtherType(reading: ValueReading): void {
  reading.report(
    'it has a @Type that differs from what its @Values, @Items or @Tuple names.',
    'Remove @Type; put what a discriminator chooses from into a property of a class of its own.',
  )
}

/** No JSON Schema can describe a tuple without elements. */
export function reportEmptyTuple(reading: ValueReading): void {
  reading.report('its @Tuple names no elements.', 'List the class or JSON Schema of each.')
}

/** `@ValidateNested` checks the members of classes, and there is none. */
export function reportNestedWithoutClass(reading: ValueReading, shape: ValueShape): void {
  if (!isWithoutClass(shape)) return
  reading.report(
    'it has @ValidateNested() and holds no class, so there are no members to check.',
    'Remove @ValidateNested().',
  )
}

function isWithoutClass(shape: ValueShape): boolean {
  const contained = containedShapes(shape)
  if (contained.length > 0) return contained.every(isWithoutClass)
  return ['date', 'bigint', 'schema'].includes(shape.kind)
}
