import { basicRules } from '../errors/basic-option-rules.js'
import { assertOptions } from '../errors/assert-options.js'
import { classToolRules, type ClassToolOptions } from './classes/class-tool-options.js'

/** How a container's tools are discovered and called. */
export interface DiscoverOptions extends ClassToolOptions {
  /**
   * Makes instances with `container.getAsync`, for tools whose services are made asynchronously.
   * @defaultValue `false`
   */
  readonly asyncBindings?: boolean | undefined
}

/** @throws DefinitionError naming every option that is unknown or wrong. */
export function assertDiscoverOptions(options: unknown): void {
  assertOptions('discoverTools', options, { ...classToolRules, asyncBindings: basicRules.flag })
}
