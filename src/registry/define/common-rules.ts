import { basicRules, oneOf } from '../../errors/basic-option-rules.js'
import { toRule, type OptionRule } from '../../errors/option-problems.js'
import { isGroupLabel } from '../../tools/declared-name.js'
import { expectedKeyPath, parseKeyPath } from '../../tools/key-path.js'
import { findIcons } from '../../tools/tool-icon.js'
import { toolSources } from '../../tools/tool-source.js'

/** What the options that `@Tool` and `defineTool` share must be; absent options are not looked at. */
export const commonRules = {
  server: basicRules.text,
  name: basicRules.text,
  title: basicRules.text,
  icons: toRule(
    "a list of { src, mimeType, sizes, theme }: src an https URL or a data URI of an image, sizes such as '48x48' or 'any'",
    (value) => findIcons(value) !== undefined,
  ),
  description: basicRules.text,
  mutates: basicRules.flag,
  // What is wrong with an effect is told together with `mutates`.
  effect: toRule('', () => true),
  wireName: basicRules.text,
  groups: toRule('a list of labels of letters, digits, "_", "-" and "."', isGroups),
  source: oneOf(...toolSources),
  control: basicRules.flag,
  interactive: basicRules.flag,
  repairJsonStrings: basicRules.flag,
} as const satisfies Record<string, OptionRule>

/** What the key of a tool must be, where it is a path. */
export const keyPathRule = toRule(expectedKeyPath, (value) => parseKeyPath(value) !== undefined)

const limitNames: readonly string[] = ['maxBytes', 'maxDepth', 'maxValues']

/** What `limits` must be, wherever arguments are limited. */
export const limitsRule = toRule(`whole numbers above 0: ${limitNames.join(', ')}`, isLimits)

function isLimits(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.entries(value).every(([name, limit]) => isLimit(name, limit))
}

function isLimit(name: string, limit: unknown): boolean {
  const isAbove0 = typeof limit === 'number' && Number.isInteger(limit) && limit > 0
  return limitNames.includes(name) && (limit === undefined || isAbove0)
}

function isGroups(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((label) => typeof label === 'string' && isGroupLabel(label))
  )
}
