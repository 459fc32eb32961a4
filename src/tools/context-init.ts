import { types } from 'node:util'

import { DefinitionError, type DefinitionProblem } from '../errors/definition-error.js'
import { quoteName } from '../errors/quoted-name.js'
import { maxKeyBytes } from './key-value.js'

/** On whose behalf a call is made. Set by the host from authentication, never from arguments. */
export interface Principal {
  /** Who, as the host names them. */
  readonly id: string
  /** What kind of who. */
  readonly kind: 'person' | 'agent' | 'service'
  /** The id of the principal this one acts for. */
  readonly onBehalfOf?: string
}

/** What `createContext` takes; everything is optional. */
export interface ToolContextInit {
  /** @defaultValue a fresh id for every dispatch */
  readonly callId?: string | undefined
  /** @defaultValue `'default'` */
  readonly tenantId?: string | undefined
  /** On whose behalf; from authentication, never from arguments. */
  readonly principal?: Principal | undefined
  /** The conversation. */
  readonly threadId?: string | undefined
  /** The run of the agent. */
  readonly runId?: string | undefined
  /** Cancels calls made with this context. */
  readonly signal?: AbortSignal | undefined
  /** When calls made with this context must have ended. */
  readonly deadline?: Date | undefined
  /**
   * What names the effect of the call, from a caller whom the host trusts with that: at most 512 bytes. Used where the tool
   * declares no key of its own, and each principal has its own ones.
   */
  readonly callerKey?: string | undefined
}

const textFields = ['callId', 'tenantId', 'threadId', 'runId', 'callerKey'] as const
const fields: readonly string[] = [...textFields, 'principal', 'signal', 'deadline']
const principalKinds: readonly unknown[] = ['person', 'agent', 'service']

/**
 * The fields of a context, each read once, so that what was checked is what counts.
 * @throws DefinitionError naming every field that is wrong.
 */
export function readContextInit(given: ToolContextInit): ToolContextInit {
  if (!isRecord(given)) throw new DefinitionError([notAnObject])
  const { init, unknownKeys } = readFields(given)
  const problems = [...unknownKeys.map(unknownKeyProblem), ...contextProblems(init)]
  if (problems.length > 0) throw new DefinitionError(problems)
  return init
}

function readFields(given: ToolContextInit): {
  readonly init: ToolContextInit
  readonly unknownKeys: readonly string[]
} {
  try {
    const { callId, tenantId, principal, threadId, runId, signal, deadline, callerKey } = given
    const init = { callId, tenantId, principal: copyPrincipal(principal), threadId, runId }
    const unknownKeys = Object.keys(given).filter((key) => !fields.includes(key))
    return { init: { ...init, signal, deadline, callerKey }, unknownKeys }
  } catch (cause) {
    throw new DefinitionError([unreadable], { cause })
  }
}

function copyPrincipal(principal: Principal | undefined): Principal | undefined {
  if (!isRecord(principal)) return principal
  const { id, kind, onBehalfOf } = principal
  const onBehalf = onBehalfOf === undefined ? {} : { onBehalfOf }
  return Object.freeze({ ...principal, id, kind, ...onBehalf })
}

function contextProblems(init: ToolContextInit): DefinitionProblem[] {
  return [
    ...textFields.filter((field) => !isTextOrAbsent(init[field])).map(textProblem),
    ...principalProblems(init.principal),
    ...signalProblems(init.signal),
    ...deadlineProblems(init.deadline),
    ...callerKeyProblems(init.callerKey),
  ]
}

function unknownKeyProblem(key: string): DefinitionProblem {
  return problem(quoteName(key), 'is not a field of a context', `Known: ${fields.join(', ')}.`)
}

function textProblem(field: string): DefinitionProblem {
  return problem(
    field,
    'is not a text with something in it',
    'Leave it out, or pass a text that is not blank.',
  )
}

function principalProblems(principal: unknown): DefinitionProblem[] {
  if (principal === undefined) return []
  if (isRecord(principal)) {
    const { id, kind, onBehalfOf } = principal as Record<string, unknown>
    if (isText(id) && principalKinds.includes(kind) && isTextOrAbsent(onBehalfOf)) return []
  }
  return [
    problem(
      'principal',
      'is not a principal',
      "Pass { id, kind: 'person' | 'agent' | 'service', onBehalfOf? }.",
    ),
  ]
}

function signalProblems(signal: unknown): DefinitionProblem[] {
  if (signal === undefined || (signal instanceof AbortSignal && canBeWatched(signal))) return []
  return [problem('signal', 'is not an AbortSignal', "Pass an AbortController's signal.")]
}

/** False for what only has the prototype of a signal: reading it throws. */
function canBeWatched(signal: AbortSignal): boolean {
  const listener = (): void => undefined
  try {
    signal.addEventListener('abort', listener)
    signal.removeEventListener('abort', listener)
    return typeof signal.aborted === 'boolean'
  } catch {
    return false
  }
}

function deadlineProblems(deadline: unknown): DefinitionProblem[] {
  if (deadline === undefined) return []
  if (types.isDate(deadline) && !Number.isNaN(Date.prototype.getTime.call(deadline))) return []
  return [problem('deadline', 'is not a valid Date', 'Pass a Date.')]
}

function callerKeyProblems(callerKey: unknown): DefinitionProblem[] {
  const isTooLong = typeof callerKey === 'string' && Buffer.byteLength(callerKey) > maxKeyBytes
  if (!isTooLong) return []
  const message = `is longer than ${maxKeyBytes.toString()} bytes`
  return [problem('callerKey', message, 'Pass a shorter text, such as a digest of it.')]
}

const notAnObject = problem(
  'the context',
  'is not an object',
  'Pass createContext({ … }) or its fields.',
)

const unreadable = problem(
  'the context',
  'throws when its fields are read; the cause is what it threw',
  'Pass plain values.',
)

function problem(subject: string, message: string, fix: string): DefinitionProblem {
  return { subject: `createContext, ${subject}`, message: `${subject} ${message}.`, fix }
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || isText(value)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
