import { Inject, Module, Optional, type DynamicModule, type Provider } from '@nestjs/common'

import { isClass } from '../../container/classes/given-class.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolClass } from '../../tools/constructor.js'
import { FeatureBook, type FeatureList } from './feature-book.js'
import type { NestModule } from './nest-container.js'

/** Under this token a feature module has what `forFeature` was given. */
const listToken = Symbol('tallystick.forFeature')

/** What `ToolsModule.forFeature` imports: it says which classes are tools of the module that imports it. */
@Module({})
class ToolsFeatureModule {
  constructor(
    @Inject(listToken) list: FeatureList,
    @Optional() @Inject(ToolRegistry) registry?: ToolRegistry,
    @Optional() @Inject(FeatureBook) book?: FeatureBook,
  ) {
    if (registry === undefined) throw withoutRoot()
    book?.assertRead(list)
  }
}

/** What is no list is told of with all else that is wrong, when the application starts. */
function toList(classes: unknown): readonly unknown[] {
  const isList = typeof classes === 'object' && classes !== null && Symbol.iterator in classes
  return isList ? [...(classes as Iterable<unknown>)] : [classes]
}

/** The classes stand there under their own tokens, so that `overrideProvider` finds them. */
export function featureTools(classes: readonly ToolClass[]): DynamicModule {
  const list: FeatureList = Object.freeze(toList(classes))
  const providers: Provider[] = [
    { provide: listToken, useValue: list },
    ...list.filter(isClass).map((provide) => ({ provide, useValue: placeholder })),
  ]
  return { module: ToolsFeatureModule, providers }
}

/**
 * Stands for a tool that `forFeature` was given: instances are made in the module that imports it. It is a value, because
 * Nest would make anything else, or what a test puts in its place, with the services of the wrong module.
 */
export const placeholder: object = Object.freeze({ use: 'Inject ToolRegistry and call the tool.' })

/** What `forFeature` was given, of a module that it made; undefined for any other module. */
export function findFeatureList({ metatype, providers }: NestModule): FeatureList | undefined {
  if (metatype !== ToolsFeatureModule) return undefined
  return providers.get(listToken as never)?.instance as FeatureList
}

function withoutRoot(): DefinitionError {
  return new DefinitionError([
    {
      subject: 'ToolsModule.forFeature',
      message: 'there is no registry that its tools could be in.',
      fix: 'Add ToolsModule.forRoot() to the imports of the root module.',
    },
  ])
}
