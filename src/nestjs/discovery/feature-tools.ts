import { Inject, Module, Optional, type DynamicModule, type Provider } from '@nestjs/common'

import { DefinitionError } from '../../errors/definition-error.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolClass } from '../../tools/constructor.js'

/** What `ToolsModule.forFeature` imports: it says which classes are tools of the module that imports it. */
@Module({})
class ToolsFeatureModule {
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
    useValue: placeholder,
  }))
  return { module: ToolsFeatureModule, providers }
}

/**
 * Stands for a tool that `forFeature` was given: instances are made in the module that imports it. It is a value, because
 * Nest would make anything else, or what a test puts in its place, with the services of the wrong module.
 */
export const placeholder: object = Object.freeze({ use: 'Inject ToolRegistry and call the tool.' })

/** True for what `featureTools` makes. */
export function isFeatureModule(metatype: unknown): boolean {
  return metatype === ToolsFeatureModule
}
