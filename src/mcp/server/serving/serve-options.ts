import { basicRules, oneOf } from '../../../errors/basic-option-rules.js'
import { DefinitionError } from '../../../errors/definition-error.js'
import { optionProblems, toRule, type OptionRule } from '../../../errors/option-problems.js'
import type { Journal } from '../../../journal/journals/journal.js'
import { ToolRegistry } from '../../../registry/tool-registry.js'
import { readKeyRing, type McpSealKey } from '../seal/key-ring.js'
import { isCaller, type McpCaller } from './caller.js'

export type { McpCaller } from './caller.js'

/** What a server says of itself. */
export interface McpServerIdentity {
  /** @defaultValue that of this package */
  readonly name?: string | undefined
  /** @defaultValue that of this package */
  readonly version?: string | undefined
  /** For people. */
  readonly title?: string | undefined
  /** How to use the tools, for models. */
  readonly instructions?: string | undefined
}

/** How a registry is served over MCP, whatever the transport. */
export interface McpServeOptions {
  /** What the server says of itself. */
  readonly server?: McpServerIdentity | undefined
  /**
   * What tools are called: `bare` is the name alone, `wire` the wire name `server__name`. Decided once, from the registry
   * that is served; narrowing it for a caller renames nothing.
   * @defaultValue `'bare'`
   */
  readonly names?: 'bare' | 'wire' | undefined
  /**
   * Tools in one page of a listing. Clients that never ask for a second page see no more than this.
   * @defaultValue `500`
   */
  readonly pageSize?: number | undefined
  /**
   * Who calls, where nothing else says so: always on stdio, and over HTTP without `authenticate`.
   * @defaultValue tenant `'default'`, no principal
   */
  readonly caller?: McpCaller | undefined
  /**
   * How long a call may take, in milliseconds, questions to people not counted.
   * @defaultValue no limit
   */
  readonly callTimeoutMs?: number | undefined
  /**
   * Whether `_meta['dev.tallystick/idempotency-key']` of a caller names the effect of its call. Each principal has keys of
   * its own, and a tool that declares a key uses that one.
   * @defaultValue `false`
   */
  readonly trustCallerKeys?: boolean | ((caller: McpCaller) => boolean) | undefined
  /**
   * Who may decide on a call that waits for approval: only people elsewhere, through the journal; or, with `'client'`,
   * whoever answers for the connection that made the call, which may be a program. Never under four eyes.
   * @defaultValue `'elsewhere'`
   */
  readonly approvals?: 'elsewhere' | 'client' | undefined
  /** Where decisions are recorded with `approvals: 'client'`; the journal of the registry's idempotency layer. */
  readonly journal?: Journal | undefined
  /**
   * Keys, of 32 bytes or more, that seal what a client carries from a question to its answer. The first one seals, all of
   * them open. All processes that serve the same callers need the same keys.
   * @defaultValue one random key of this process
   */
  readonly requestStateKeys?: readonly McpSealKey[] | undefined
  /**
   * How long a question that was handed to a client may be answered there, in milliseconds.
   * @defaultValue `600_000`: ten minutes
   */
  readonly requestStateTtlMs?: number | undefined
  /** Receives what goes wrong and is shown to no caller. @defaultValue a warning of the process */
  readonly onError?: ((error: unknown) => void) | undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isCallable = (value: unknown): boolean => typeof value === 'function'

/** The rules of the options that every way of serving takes. */
const serveRules = {
  server: toRule('{ name, version, title, instructions }', isIdentity),
  names: oneOf('bare', 'wire'),
  pageSize: basicRules.count,
  caller: toRule('{ tenantId, principal: { id, kind } }', isCaller),
  callTimeoutMs: basicRules.positiveMs,
  trustCallerKeys: toRule(
    'true, false or a function of the caller',
    (value) => typeof value === 'boolean' || isCallable(value),
  ),
  approvals: oneOf('elsewhere', 'client'),
  journal: toRule('the journal of the idempotency layer', isJournal),
  requestStateKeys: toRule('a list of keys, each of 32 bytes or more', isKeyRing),
  requestStateTtlMs: basicRules.positiveMs,
  onError: basicRules.callable,
} satisfies Record<keyof McpServeOptions, OptionRule>

/** @throws DefinitionError for what is no registry, and naming every option that is unknown or wrong. */
export function assertServed(
  subject: string,
  { registry, options }: { readonly registry: unknown; readonly options: unknown },
  more: Readonly<Record<string, OptionRule>> = {},
): void {
  const problems = optionProblems(subject, options, { ...serveRules, ...more })
  if (!(registry instanceof ToolRegistry)) problems.unshift({ subject, ...noRegistry })
  if (problems.length > 0) throw new DefinitionError(problems)
}

const noRegistry = {
  message: 'what is to be served is no registry.',
  fix: 'Pass what discoverTools or bindManifest returned.',
}

function isIdentity(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const known = ['name', 'version', 'title', 'instructions']
  return Object.entries(value).every(
    ([name, text]) => known.includes(name) && (text === undefined || isText(text)),
  )
}

function isJournal(value: unknown): boolean {
  const { findSuspended, approve, deny } = (value ?? {}) as Partial<Journal>
  return [findSuspended, approve, deny].every(isCallable)
}

function isKeyRing(value: unknown): boolean {
  return Array.isArray(value) && readKeyRing(value) !== undefined
}
