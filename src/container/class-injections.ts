import { inject } from 'inversify'

import { DefinitionError } from '../errors/definition-error.js'
import type { Constructor } from '../tools/constructor.js'

// Inversify exports no reader of its class metadata; the key is the same in Inversify 7 and 8.
const metadataKey = '@inversifyjs/core/classMetadataReflectKey'

const kinds = { multiple: 0, single: 1, unmanaged: 2 } as const
const knownKinds: readonly number[] = Object.values(kinds)

/** What Inversify knows of one constructor parameter or property. */
export interface Injection {
  readonly kind: number
  /** The service identifier. */
  readonly value?: unknown
}

/** What Inversify recorded on a class itself; nothing of its base classes unless `@injectFromBase` copied it. */
export interface ClassInjections {
  /** May be sparse: a parameter without metadata is a hole. */
  readonly constructorArguments: readonly (Injection | undefined)[]
  readonly properties: ReadonlyMap<string | symbol, Injection>
}

const none: ClassInjections = { constructorArguments: [], properties: new Map() }

/** The injections of a class itself. */
export function readInjections(target: Constructor): ClassInjections {
  return (Reflect.getOwnMetadata(metadataKey, target) as ClassInjections | undefined) ?? none
}

/** Lets Inversify treat a stand-in of a class as it treats the class. */
export function copyInjections(from: Constructor, to: Constructor): void {
  for (const key of Reflect.getOwnMetadataKeys(from) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, from), to)
  }
}

/** True when Inversify knows what to do with a parameter or property. */
export function isComplete(injection: Injection | undefined): injection is Injection {
  return injection !== undefined && knownKinds.includes(injection.kind)
}

/** True for what `@unmanaged` marks: the class itself gives it a value. */
export function isUnmanaged(injection: Injection | undefined): boolean {
  return injection?.kind === kinds.unmanaged
}

/** @throws DefinitionError when this Inversify keeps its class metadata where this package does not find it. */
export function assertReadableMetadata(): void {
  const Sample = class {
    constructor(readonly service: unknown) {}
  }
  inject('sample')(Sample, undefined, 0)
  if (readInjections(Sample).constructorArguments[0]?.value === 'sample') return
  throw new DefinitionError([
    {
      subject: 'discoverTools',
      message: 'this version of Inversify keeps its class metadata in an unknown place.',
      fix: 'Install Inversify 8 in a version that the peer dependency of this package covers.',
    },
  ])
}
