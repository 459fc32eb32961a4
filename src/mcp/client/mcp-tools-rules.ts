import { basicRules, oneOf } from '../../errors/basic-option-rules.js'
import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { optionProblems, toRule, type OptionRule } from '../../errors/option-problems.js'
import { quoteName } from '../../errors/quoted-name.js'
import { commonRules, keyPathRule } from '../../registry/define/common-rules.js'
import { longestTimerMs } from '../../registry/call/long-timer.js'
import { isDeclaredName, isReservedServer } from '../../tools/declared-name.js'
import { effects } from '../../tools/effect.js'
import { isObject } from '../../schema/is-object.js'
import {
  defaultLimits,
  defaultTimes,
  type McpCredentials,
  type ForeignToolOptions,
  type McpHttpTransport,
  type McpToolsOptions,
  type McpStdioTransport,
} from './mcp-tools-options.js'

type Rules = Readonly<Record<string, OptionRule>>

/**
 * Holds what `mcpTools` was given to its rules.
 *
 * @throws DefinitionError with everything that is wrong.
 */
export function assertMcpToolsOptions(options: unknown): void {
  const given = isObject(options) ? tryRead(options) : {}
  const { server, transport, tools, limits, times } = given
  const subject = isServer(server) ? `mcpTools ${server}` : 'mcpTools'
  const partProblems = (part: string, value: unknown, rules: Rules): DefinitionProblem[] =>
    isObject(value) ? optionProblems(`${subject}, ${part}`, value, rules) : []
  const problems = [
    ...optionProblems(subject, options, optionRules),
    ...missing(subject, given),
    ...partProblems('transport', transport, transportRules(transport)),
    ...partProblems('limits', limits, countRules),
    ...partProblems('times', times, timeRules),
    ...Object.entries(isObject(tools) ? tools : {}).flatMap(([name, tool]) =>
      optionProblems(`${subject}, tool ${quoteName(name)}`, tool, toolRules),
    ),
  ]
  if (problems.length > 0) throw new DefinitionError(problems)
}

/**
 * A frozen copy of what `credentials` gave: what changes in it afterwards is of another call.
 *
 * @throws DefinitionError for what are no credentials, nothing among them: the identity of the transport is not meant for
 * whom nobody knows.
 */
export function readCredentials(server: string, given: unknown): McpCredentials {
  const problems = optionProblems(`mcpTools ${server}, credentials`, given, credentialRules)
  if (problems.length > 0) throw new DefinitionError(problems)
  const { headers, env } = given as McpCredentials
  return Object.freeze({
    ...(headers !== undefined && { headers: Object.freeze({ ...headers }) }),
    ...(env !== undefined && { env: Object.freeze({ ...env }) }),
  })
}

/** Nothing of options that throw when they are read, which is told as such. */
function tryRead(options: Readonly<Record<string, unknown>>): Partial<Record<string, unknown>> {
  try {
    const { server, transport, tools, limits, times } = options
    return { server, transport, tools, limits, times }
  } catch {
    return {}
  }
}

function missing(subject: string, given: Partial<Record<string, unknown>>): DefinitionProblem[] {
  return (['server', 'transport'] as const)
    .filter((name) => name in given && given[name] === undefined)
    .map((name) => ({
      subject,
      message: `the option "${name}" is missing.`,
      fix: `Pass ${optionRules[name].expected}.`,
    }))
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
const optionRules = {
  server: toRule('a name of letters, digits, "_" and "." that no selector needs', isServer),
  transport: toRule(
    '{ command, args }, { url }, or a function that makes a transport',
    isTransport,
  ),
  tools: toRule('an object by the names of tools', isObject),
  credentials: basicRules.callable,
  protocol: oneOf('auto', '2025', '2026-07-28'),
  limits: basicRules.object,
  times: basicRules.object,
  report: basicRules.callable,
} satisfies Record<keyof McpToolsOptions, OptionRule>

const processRules = {
  command: text,
  args: texts,
  env: textMap,
  cwd: text,
  stderr: oneOf('inherit', 'ignore'),
} satisfies Record<keyof McpStdioTransport, OptionRule>

const httpRules = {
  url: toRule('an http or https URL without credentials, which go into `headers`', isHttpUrl),
  headers: textMap,
  fetch: basicRules.callable,
} satisfies Record<keyof McpHttpTransport, OptionRule>

const credentialRules = {
  headers: textMap,
  env: textMap,
} satisfies Record<keyof McpCredentials, OptionRule>

const toolRules = {
  effect: oneOf(...effects),
  errors: oneOf('did-not-happen', 'in-doubt'),
  idempotencyKey: keyPathRule,
  groups: commonRules.groups,
} satisfies Record<keyof ForeignToolOptions, OptionRule>

const countRules = rulesFor(defaultLimits, basicRules.count)

const timeRules = rulesFor(
  defaultTimes,
  toRule(
    'a number of milliseconds above 0, of at most 24 days',
    (value) => typeof value === 'number' && value > 0 && value <= longestTimerMs,
  ),
)

function rulesFor(known: object, rule: OptionRule): Rules {
  return Object.fromEntries(Object.keys(known).map((name) => [name, rule]))
}

function transportRules(transport: unknown): Rules {
  return isObject(transport) && 'url' in transport ? httpRules : processRules
}

function isServer(value: unknown): value is string {
  return typeof value === 'string' && isDeclaredName(value) && !isReservedServer(value)
}

function isTransport(value: unknown): boolean {
  return typeof value === 'function' || (isObject(value) && ('url' in value || 'command' in value))
}

function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
