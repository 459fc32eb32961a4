import {
  ContainerModule,
  injectable,
  type ContainerModuleLoadOptions,
  type Newable,
} from 'inversify'

import type { ToolBody, ToolClass } from '../tools/constructor.js'

/** Under this service identifier a container holds one constant per tool class; shared by all copies of this package. */
export const toolBindingKey = Symbol.for('tallystick.tool')

/**
 * Makes the module that adds tool classes to a container: each is bound to itself in transient scope, so that
 * every call gets an instance of its own. Nothing is checked and nothing is thrown here; `discoverTools`
 * reports what is wrong with the classes. Classes that carry Inversify's `@injectable` already are fine, and
 * so is one class in many modules and containers.
 *
 * @example
 * ```ts
 * container.load(toolModule(ReadBalance, Transfer))
 * ```
 */
export function toolModule(...classes: readonly ToolClass[]): ContainerModule {
  for (const toolClass of classes) attempt(() => injectable()(toolClass))
  return new ContainerModule((options) => {
    for (const toolClass of classes) record(options, toolClass)
  })
}

function record({ bind }: ContainerModuleLoadOptions, toolClass: ToolClass): void {
  bind(toolBindingKey).toConstantValue(toolClass)
  attempt(() => bind(toService(toolClass)).toSelf().inTransientScope())
}

/** A tool class as the service identifier it is bound under: itself. */
export function toService(toolClass: ToolClass): Newable<ToolBody> {
  return toolClass as Newable<ToolBody>
}

/**
 * Inversify refuses a class that is injectable already, and one whose constructor it cannot fill. The first is
 * wanted; discovery finds the second again and says what to do.
 */
function attempt(step: () => unknown): void {
  try {
    step()
  } catch {
    return
  }
}
