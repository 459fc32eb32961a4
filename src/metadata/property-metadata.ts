import type { JsonSchema } from '../schema/json-schema.js'
import type { Constructor } from '../tools/constructor.js'
import { appendOwnMetadata, readOwnMetadata } from './own-metadata.js'

const descriptionKey = Symbol.for('tallystick.metadata.description')
const containedKey = Symbol.for('tallystick.metadata.contained')

/** What an element of a map, array or tuple is: a class with validators, `BigInt`, or a JSON Schema. */
export type ElementType = Constructor | BigIntConstructor | JsonSchema

/** What a property contains, where class-validator cannot say it. Types are functions, so that import cycles do no harm. */
export type ContainedTypes =
  | { readonly kind: 'values'; readonly type: () => ElementType }
  | { readonly kind: 'items'; readonly type: () => ElementType; readonly depth: number }
  | { readonly kind: 'tuple'; readonly types: () => readonly ElementType[] }

interface PropertyRecord {
  readonly property: string
  readonly value: unknown
}

/** Records the description of a property on the class that declares it. */
export function recordDescription(prototype: object, property: string, text: string): void {
  appendOwnMetadata(descriptionKey, prototype.constructor, { property, value: text })
}

/** The description of a property; the most derived class's counts. */
export function findDescription(target: Constructor, property: string): string | undefined {
  return findPropertyValue(descriptionKey, target, property) as string | undefined
}

/** Records what a property contains. */
export function recordContained(
  prototype: object,
  property: string,
  contained: ContainedTypes,
): void {
  appendOwnMetadata(containedKey, prototype.constructor, { property, value: contained })
}

/** What a property contains; the most derived class's record counts. */
export function findContained(target: Constructor, property: string): ContainedTypes | undefined {
  return findPropertyValue(containedKey, target, property) as ContainedTypes | undefined
}

/** True when the class that counts for a property says more than once what it contains. */
export function isContainedTwice(target: Constructor, property: string): boolean {
  const own = classChain(target)
    .map((owner) => readRecords(containedKey, owner).filter((one) => one.property === property))
    .find((records) => records.length > 0)
  return own !== undefined && own.length > 1
}

/** The properties of a class and its bases that carry `@Values`, `@Items` or `@Tuple`, or a description. */
export function describedProperties(target: Constructor): readonly string[] {
  const names = classChain(target).flatMap((owner) =>
    [descriptionKey, containedKey].flatMap((key) =>
      readRecords(key, owner).map(({ property }) => property),
    ),
  )
  return [...new Set(names)]
}

/** The class and its base classes, most derived first. */
export function classChain(target: Constructor): readonly Constructor[] {
  const chain: Constructor[] = []
  let owner: unknown = target
  while (typeof owner === 'function' && owner !== Function.prototype) {
    chain.push(owner as Constructor)
    owner = Object.getPrototypeOf(owner)
  }
  return chain
}

function findPropertyValue(key: symbol, target: Constructor, property: string): unknown {
  for (const owner of classChain(target)) {
    const record = readRecords(key, owner).findLast((candidate) => candidate.property === property)
    if (record !== undefined) return record.value
  }
  return undefined
}

function readRecords(key: symbol, owner: Constructor): readonly PropertyRecord[] {
  return readOwnMetadata(key, owner) as readonly PropertyRecord[]
}
