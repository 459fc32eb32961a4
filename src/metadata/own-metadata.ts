// This room reads and writes what decorators record, as own metadata of the class it stands on. It knows
// nothing of what the records mean. It alone imports reflect-metadata.
import 'reflect-metadata'

/** Appends a record to the own metadata of a class, in the order the decorators run. */
export function appendOwnMetadata(key: symbol, target: object, record: unknown): void {
  const records = readOwnMetadata(key, target)
  Reflect.defineMetadata(key, Object.freeze([...records, record]), target)
}

/** The records a class itself carries, oldest first; those of its base classes left out. */
export function readOwnMetadata(key: symbol, target: object): readonly unknown[] {
  return (Reflect.getOwnMetadata(key, target) as readonly unknown[] | undefined) ?? []
}

/** What the compiler recorded as the type of a property; undefined where it records none (esbuild, tsx). */
export function findDesignType(prototype: object, property: string): unknown {
  return Reflect.getMetadata('design:type', prototype, property)
}
