import {
  OPTIONAL_DEPS_METADATA,
  OPTIONAL_PROPERTY_DEPS_METADATA,
  PARAMTYPES_METADATA,
  PROPERTY_DEPS_METADATA,
  SELF_DECLARED_DEPS_METADATA,
} from '@nestjs/common/constants.js'

import { constructorOwner, isBuiltIn } from '../../container/classes/own-constructor.js'
import { quoteName } from '../../errors/quoted-name.js'
import { describeClass } from '../../registry/define/check-tool-class.js'
import type { Constructor } from '../../tools/constructor.js'

/** Something that Nest injects. */
export interface Dependency {
  /** Where, in words. */
  readonly place: string
  readonly token: unknown
  readonly isOptional: boolean
  /** True where the compiler recorded no types at all. */
  readonly isUnrecorded: boolean
  /** True for a `forwardRef`, behind which a cycle may be meant. */
  readonly isForward: boolean
}

/** What Nest injects into an instance of a class: its constructor's parameters, then its properties. */
export function dependenciesOfClass(target: Constructor): readonly Dependency[] {
  return [...parametersOf(target), ...propertiesOf(target)]
}

/** What Nest passes to a factory. */
export function dependenciesOfFactory(inject: readonly unknown[]): readonly Dependency[] {
  return inject.map((item, index) => {
    const isOptional = isRecord(item) && item['optional'] === true
    const given = isRecord(item) && 'token' in item ? item['token'] : item
    return { ...toDependency(`inject[${index.toString()}] of a factory`, given), isOptional }
  })
}

/** The properties of a class that are injected. */
export function injectedProperties(target: Constructor): readonly (string | symbol)[] {
  return propertyRecords(target).map(({ key }) => key)
}

function parametersOf(target: Constructor): readonly Dependency[] {
  const types = readList(PARAMTYPES_METADATA, target)
  const named = readList(SELF_DECLARED_DEPS_METADATA, target) as readonly NamedParameter[]
  const optional = readList(OPTIONAL_DEPS_METADATA, target)
  const isRecorded = Reflect.hasMetadata(PARAMTYPES_METADATA, target)
  const count = Math.max(types.length, isRecorded ? 0 : parameterCount(target), ...named.map(endOf))
  return Array.from({ length: count }, (_, index) => {
    const own = named.find((parameter) => parameter.index === index)
    const place = `constructor parameter ${index.toString()} of ${describeClass(target)}`
    const token = own === undefined ? types[index] : own.param
    const isUnrecorded = own === undefined && !isRecorded
    const isOptional = optional.includes(index)
    return { ...toDependency(place, token), isOptional, isUnrecorded }
  })
}

/** How many parameters the constructor that runs takes; of Nest's metadata none is lost on the way to a subclass. */
function parameterCount(target: Constructor): number {
  const owner = constructorOwner(target)
  return isBuiltIn(owner) ? 0 : owner.length
}

interface NamedParameter {
  readonly index: number
  readonly param: unknown
}

function endOf({ index }: NamedParameter): number {
  return index + 1
}

function propertiesOf(target: Constructor): readonly Dependency[] {
  const optional = readList(OPTIONAL_PROPERTY_DEPS_METADATA, target)
  return propertyRecords(target).map(({ key, type }) => {
    const place = `property ${quoteName(String(key))} of ${describeClass(target)}`
    return { ...toDependency(place, type), isOptional: optional.includes(key) }
  })
}

interface PropertyRecord {
  readonly key: string | symbol
  readonly type: unknown
}

/** A property that a subclass injects anew counts once, in the subclass's way. */
function propertyRecords(target: Constructor): readonly PropertyRecord[] {
  const records = readList(PROPERTY_DEPS_METADATA, target) as readonly PropertyRecord[]
  return [...new Map(records.map((record) => [record.key, record])).values()]
}

function toDependency(place: string, given: unknown): Dependency {
  const isForward = isRecord(given) && typeof given['forwardRef'] === 'function'
  const token: unknown = isForward ? (given['forwardRef'] as () => unknown)() : given
  return { place, token, isForward, isOptional: false, isUnrecorded: false }
}

function readList(key: string, target: Constructor): readonly unknown[] {
  return (Reflect.getMetadata(key, target) as readonly unknown[] | undefined) ?? []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
