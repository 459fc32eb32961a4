import { basicRules } from '../../errors/basic-option-rules.js'
import { assertOptions } from '../../errors/assert-options.js'
import type { OptionRule } from '../../errors/option-problems.js'
import { onLossRule } from '../../schema/projections/project-tools.js'
import type { CatalogueOptions } from '../turn/offered-tools.js'

/** How tools are offered to OpenAI. */
export interface OpenAiToolsOptions extends CatalogueOptions {
  /**
   * Whether decoding is held to the schema of each tool where that loses nothing; the others go without and are among the
   * `losses`.
   * @defaultValue `true`
   */
  readonly strict?: boolean | undefined
}

/**
 * The options with their defaults.
 * @throws DefinitionError naming every option that is unknown or wrong.
 */
export function readOpenAiOptions(
  subject: string,
  options: OpenAiToolsOptions,
): CatalogueOptions & { readonly strict: boolean } {
  assertOptions(subject, options, rules)
  return { strict: options.strict ?? true, onLoss: options.onLoss }
}

const rules = {
  strict: basicRules.flag,
  onLoss: onLossRule,
} satisfies Record<keyof OpenAiToolsOptions, OptionRule>
