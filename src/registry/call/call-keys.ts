// What makes a call and another one the same, found where its arguments are admitted and before any layer sees it.
import type { ToolError } from '../../errors/tool-error.js'
import { isSameJson } from '../../schema/same-json.js'
import { findAmbientContext, runWithAmbientContext } from '../../tools/ambient-context.js'
import { tokenOfKey, type CallKey } from '../../tools/call-key.js'
import type { KeyReading } from '../../tools/key-rule.js'
import { checkKeyValue } from '../../tools/key-value.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { AdmittedArguments } from '../../tools/tool-definition.js'
import { unavailable } from './admit-arguments.js'
import { callError } from './call-error.js'
import type { LiveCall } from './live-call.js'

/**
 * The context of a call with the key these arguments give it. A read has none: what it declares lies unused.
 *
 * @throws ToolError MISSING_IDEMPOTENCY_KEY where the tool declares a key and the arguments give none; UNAVAILABLE where
 * its definition is at fault.
 */
export function keyedContext(
  live: LiveCall,
  admitted: AdmittedArguments,
  context: ToolContext,
): ToolContext {
  if (!live.definition.mutates) return context
  const key = findDeclared(live, admitted) ?? findGivenKey(context)
  // A key that stays keeps its token, which may be that of a later phase.
  if (key === undefined || isSameJson(key, ToolContext.keyOf(context))) return context
  if (key.kind === 'delivery') return ToolContext.withKey(context, { key })
  const { tenantId, principal } = context
  const toolId = live.definition.id
  const token = tokenOfKey({ tenantId, principal, toolId, key, phase: 0 })
  return ToolContext.withKey(context, { key, token })
}

/** Runs what is further in so that `ToolContext.current()` shows the key that the call has there. */
export function runWithKey<Result>(
  context: ToolContext,
  live: LiveCall,
  run: () => Result,
): Result {
  if (context.idempotencyKey === undefined) return run()
  const ambient = findAmbientContext()
  const isOutdated = live.owns(ambient) && ambient?.idempotencyKey !== context.idempotencyKey
  return isOutdated ? runWithAmbientContext(context, run) : run()
}

/** The key that whoever calls gave, and that counts where the tool declares none. */
export function findGivenKey(context: ToolContext): CallKey | undefined {
  const callerKey = ToolContext.callerKeyOf(context)
  if (callerKey !== undefined) return Object.freeze({ kind: 'caller', value: callerKey })
  const delivery = ToolContext.deliveryOf(context)
  if (delivery === undefined) return undefined
  const value = Object.freeze([delivery.runId, delivery.callId])
  return Object.freeze({ kind: 'delivery', value })
}

function findDeclared(live: LiveCall, admitted: AdmittedArguments): CallKey | undefined {
  const reading = readKey(live, admitted)
  // A declared key never degrades to none, whatever a definition that a host made reads.
  if (reading.status === 'none' && live.definition.keyRule === undefined) return undefined
  if (reading.status === 'missing') throw missingKey(live, reading.why, reading.cause)
  const { value, fault } = checkKeyValue(reading.status === 'key' ? reading.value : undefined)
  if (fault !== undefined) throw missingKey(live, `its idempotency key ${fault}.`, undefined)
  return Object.freeze({ kind: 'declared', value })
}

function readKey(live: LiveCall, admitted: AdmittedArguments): KeyReading {
  try {
    const reading = live.definition.readKey(admitted)
    assertReading(reading)
    return reading
  } catch (cause) {
    const why = 'its idempotency key cannot be read; the cause says what is wrong with the tool.'
    throw unavailable(live, why, cause)
  }
}

const readings: ReadonlySet<unknown> = new Set(['none', 'key', 'missing'])

function assertReading(reading: Partial<KeyReading> | undefined): void {
  if (readings.has(reading?.status)) return
  throw new TypeError('`readKey` returned no reading.')
}

function missingKey(live: LiveCall, why: string, cause: unknown): ToolError {
  return callError(live, {
    code: 'MISSING_IDEMPOTENCY_KEY',
    why,
    ...(cause === undefined ? {} : { cause }),
  })
}
