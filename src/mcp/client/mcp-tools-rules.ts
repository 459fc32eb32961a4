import { DefinitionError } from '../../errors/definition-error.js'
import { optionProblems, toRule, type OptionRule } from '../../errors/option-problems.js'
import { isDeclaredName, isReservedServer } from '../../tools/declared-name.js'
import { isObject } from './is-object.js'
import { defaultLimits, defaultTimes } from './mcp-tools-options.js'

/**
 * Holds what `mcpTools` was given to its rules.
 *
 * @throws DefinitionError with everything that is wrong.
 */
export function assertMcpToolsOptions(options: object): void {
  const { server, transport } = options as {
    readonly server?: unknown
    readonly transport?: unknown
  }
  const subject = typeof server === 'string' ? `mcpTools ${server}` : 'mcpTools'
  const problems = optionProblems(subject, { server: null, transport: null, ...options }, rules)
  const parts = isObject(transport)
    ? optionProblems(`${subject}, transport`, transport, partsOf(transport))
    : []
  if (problems.length + parts.length > 0) throw new DefinitionError([...problems, ...parts])
}

const text = toRule(
  'a text that is not empty',
  (value) => typeof value === 'string' && value !== '',
)
const texts = toRule('a list of texts', (value) => Array.isArray(value) && value.every(isText))
const textMap = toRule(
  'an object of texts',
  (value) => isObject(value) && Object.values(value).every(isText),
)
const aFunction = toRule('a function', (value) => typeof value === 'function')

const rules: Readonly<Record<string, OptionRule>> = {
  server: toRule(
    'a name of letters, digits, "_" and "." that no selector needs',
    (value) => typeof value === 'string' && isDeclaredName(value) && !isReservedServer(value),
  ),
  transport: toRule(
    '{ command, args }, { url }, or a function that makes a transport',
    isTransport,
  ),
  tools: toRule('an object by the names of tools', isObject),
  credentials: aFunction,
  protocol: toRule("'auto', '2025' or '2026-07-28'", (value) =>
    ['auto', '2025', '2026-07-28'].includes(value as string),
  ),
  limits: toRule('an object of numbers above 0', (value) => areNumbers(value, defaultLimits)),
  times: toRule('an object of milliseconds above 0', (value) => areNumbers(value, defaultTimes)),
  report: aFunction,
}

const processRules = {
  command: text,
  args: texts,
  env: textMap,
  cwd: text,
  stderr: toRule("'inherit' or 'ignore'", (value) => value === 'inherit' || value === 'ignore'),
}

const httpRules = {
  url: toRule('an http or https URL', isHttpUrl),
  headers: textMap,
  fetch: aFunction,
}

function partsOf(transport: object): Readonly<Record<string, OptionRule>> {
  return 'url' in transport ? httpRules : processRules
}

function isTransport(value: unknown): boolean {
  return typeof value === 'function' || (isObject(value) && ('url' in value || 'command' in value))
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value)
}

function areNumbers(value: unknown, known: object): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(
    ([name, number]) => name in known && typeof number === 'number' && number > 0,
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
