import type { DynamicModule, Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

import { ToolRegistry } from '../registry/tool-registry.js'
import { runForReview } from './bind-review.js'

/**
 * The tools of an application as they are, for the `tallystick` command: starts it without listening and without holding it
 * to its manifest, and prints nothing. Export what it resolves to from `tallystick.config.mjs`.
 *
 * @throws DefinitionError with everything that is wrong with the tools.
 * @example
 * ```ts
 * export const registry = await reviewTools(AppModule)
 * ```
 */
export async function reviewTools(module: Type | DynamicModule): Promise<ToolRegistry> {
  const app = await runForReview(() =>
    NestFactory.createApplicationContext(module, { logger: false, abortOnError: false }),
  )
  return app.get(ToolRegistry)
}
