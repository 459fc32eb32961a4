import { Inject, Module, Optional, Scope, type DynamicModule, type Provider } from '@nestjs/common'

import { DefinitionError } from '../../errors/definition-error.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolClass } from '../../tools/constructor.js'

/** What `ToolsModule.forFeature` imports: it says which classes are tools of the module that imports it. */
@Module({})
export class ToolsFeatureModule {
  constructor(@Optional() @Inject(ToolRegistry) registry?: ToolRegistry) {
    if (registry !== undefined) return
    throw new DefinitionError([
      {
        subject: 'ToolsModule.forFeature',
        message: 'there is no registry that its tools could be in.',
        fix: 'Add ToolsModule.forRoot() to the imports of the root module.',
      },
    ])
  }
}

/** The classes stand there under their own tokens, so that `overrideProvider` finds them. */
export function featureTools(classes: readonly ToolClass[]): DynamicModule {
  const providers: Provider[] = classes.map((toolClass) => ({
    provide: toolClass,
    scope: Scope.REQUEST,
    useFactory: refuseDirectUse,
  }))
  return { module: ToolsFeatureModule, providers }
}

/** Stands for the class of a tool that `forFeature` was given; instances are made in the module that imports it. */
export function refuseDirectUse(): never {
  throw new DefinitionError([
    {
      subject: 'ToolsModule.forFeature',
      message: 'a tool was asked for as a service.',
      fix: 'Inject ToolRegistry and call the tool by its name.',
    },
  ])
}

/** True for what `featureTools` makes. */
export function isFeatureModule(metatype: unknown): boolean {
  return metatype === ToolsFeatureModule
}
