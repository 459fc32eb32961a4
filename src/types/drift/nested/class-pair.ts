import type { ClassShape, PropertyShape } from '../../../arguments/shape/shape.js'
import type { JsonSchema } from '../../../schema/json-schema.js'

/** A class as its decorators describe it, and the static type of the place where instances of it arrive. */
export interface ClassPair {
  readonly shape: ClassShape
  /** An object type. */
  readonly type: JsonSchema
  /** From the root of the tool: `''`, or `lines[]`. */
  readonly path: string
  /** By which member the class is chosen, where it is one of several. */
  readonly tag?: { readonly name: string; readonly isKept: boolean }
}

/** The path of a property of the class from the root of the tool. */
export function memberPath({ path }: Pick<ClassPair, 'path'>, { property }: PropertyShape): string {
  return path === '' ? property : `${path}.${property}`
}

/** The names of the members that an object type has. */
export function memberNames({ properties = {} }: JsonSchema): readonly string[] {
  return Object.keys(properties)
}

/** How many members a class and an object type have in common. */
export function sharedMembers({ properties }: ClassShape, type: JsonSchema): number {
  const names = new Set(memberNames(type))
  return properties.filter(({ property }) => names.has(property)).length
}
