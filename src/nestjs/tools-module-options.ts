import { basicRules, oneOf } from '../errors/basic-option-rules.js'
import { classToolRules, type ClassToolOptions } from '../container/classes/class-tool-options.js'
import { assertOptions } from '../errors/assert-options.js'
import { toRule, type OptionRule } from '../errors/option-problems.js'
import type { Manifest } from '../manifest/manifest.js'
import { isObject } from '../schema/is-object.js'
import type { ToolContext } from '../tools/tool-context.js'
import type { ToolDefinition } from '../tools/tool-definition.js'
import type { ToolLayer } from '../tools/tool-layer.js'
import type { NestLayer } from './enhancers/nest-layer.js'

/** How the tools of an application are read, wrapped and held to review. */
export interface ToolsModuleOptions extends ClassToolOptions {
  /**
   * The layers round every call, innermost first, as `registry.layer` takes them.
   * @defaultValue none
   */
  readonly layers?: readonly (ToolLayer | NestLayer)[] | undefined
  /**
   * Tools besides the classes of the application: what `defineTool` and `mcpTools` make.
   * @defaultValue none
   */
  readonly definitions?: readonly ToolDefinition[] | undefined
  /**
   * The reviewed document that the tools must match, or where it is: a path from the working directory, or a `new URL`.
   * @defaultValue none: every tool may be called
   */
  readonly manifest?: Manifest | URL | string | undefined
  /**
   * What becomes of tools on which code and manifest do not agree: the application does not start, or they alone are
   * refused.
   * @defaultValue `'enforce'`
   */
  readonly manifestMode?: 'enforce' | 'warn' | undefined
  /**
   * What request-scoped services of a call inject as `REQUEST`, for those that were written for HTTP. What it gives must
   * come from the context alone, which is the caller's as the host established it.
   * @defaultValue the `ToolContext` of the call
   */
  readonly request?: ((context: ToolContext) => unknown) | undefined
  /**
   * How long calls may go on when the application stops, in milliseconds, before they are cancelled.
   * @defaultValue `10_000`
   */
  readonly drainMs?: number | undefined
}

const rules = {
  ...classToolRules,
  layers: toRule('a list of layers', (value) => Array.isArray(value) && value.every(isObject)),
  definitions: toRule(
    'a list of tool definitions',
    (value) => Array.isArray(value) && value.every(isObject),
  ),
  manifest: toRule(
    'a manifest, or its path or URL',
    (value) => typeof value === 'string' || isObject(value),
  ),
  manifestMode: oneOf('enforce', 'warn'),
  request: toRule('a function of the context', (value) => typeof value === 'function'),
  drainMs: basicRules.durationMs,
} satisfies Record<keyof ToolsModuleOptions, OptionRule>

/** @throws DefinitionError naming every option that is unknown or wrong. */
export function assertModuleOptions(options: unknown): void {
  assertOptions('ToolsModule', options, rules)
}
