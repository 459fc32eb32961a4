import { TransformationType, Type } from 'class-transformer'
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js'

import { DefinitionError } from '../../errors/definition-error.js'
import { classChain } from '../../metadata/property-metadata.js'
import type { Constructor } from '../../tools/constructor.js'

/** What `@Type` recorded: the class, or the classes a discriminator chooses from. */
export type TypeRecord = NonNullable<ReturnType<typeof defaultMetadataStorage.findTypeMetadata>>

/** What one `@Transform` recorded. */
export type TransformRecord = ReturnType<
  typeof defaultMetadataStorage.findTransformMetadatas
>[number]

/** What `@Expose` recorded. */
export type ExposeRecord = ReturnType<typeof defaultMetadataStorage.findExposeMetadata>

/** The transformation from JSON to a class, in class-transformer's numbering. */
export const plainToClass = TransformationType.PLAIN_TO_CLASS

let isChecked = false

/**
 * Reading class-transformer's records works only in the copy that the user's decorators write to. Checks once, with a
 * private class decorated through the public `Type`.
 *
 * @throws DefinitionError when a bundler made two copies.
 */
export function assertSameCopy(): void {
  if (isChecked) return
  class Probe {
    declare when: Date
  }
  Type(() => Date)(Probe.prototype, 'when')
  if (findType(Probe, 'when') === undefined) throw twoCopies()
  isChecked = true
}

function twoCopies(): DefinitionError {
  return new DefinitionError([
    {
      subject: 'class-transformer',
      message: 'two copies are loaded, so what @Type records cannot be read.',
      fix: 'Mark class-transformer as external in the bundler, or let it resolve the package by "main" before "module".',
    },
  ])
}

/** What `@Type` says of a property, inherited or own. */
export function findType(target: Constructor, property: string): TypeRecord | undefined {
  return defaultMetadataStorage.findTypeMetadata(target, property)
}

/** The `@Transform`s of a property that apply on the way in, in the order class-transformer runs them. */
export function findTransforms(target: Constructor, property: string): readonly TransformRecord[] {
  return defaultMetadataStorage.findTransformMetadatas(target, property, plainToClass)
}

/** What `@Expose` says of a property, inherited or own. */
export function findExpose(target: Constructor, property: string): ExposeRecord | undefined {
  return defaultMetadataStorage.findExposeMetadata(target, property)
}

/** True when `@Exclude` on the property, or on the class without `@Expose` on the property, would drop it. */
export function isExcluded(target: Constructor, property: string): boolean {
  const excluded = defaultMetadataStorage.findExcludeMetadata(target, property) as
    object | undefined
  if (excluded !== undefined) return true
  const hidesAll = classChain(target).some(
    (owner) => defaultMetadataStorage.getStrategy(owner) === 'excludeAll',
  )
  return hidesAll && (findExpose(target, property) as object | undefined) === undefined
}

/** Every property of the class and its bases that carries `@Type`. */
export function typedProperties(target: Constructor): readonly string[] {
  const storage = defaultMetadataStorage as unknown as {
    readonly _typeMetadatas: ReadonlyMap<unknown, ReadonlyMap<string, unknown>>
  }
  const names = classChain(target).flatMap((owner) => [
    ...(storage._typeMetadatas.get(owner)?.keys() ?? []),
  ])
  return [...new Set(names)]
}
