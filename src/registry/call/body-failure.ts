import { dispositions } from '../../errors/disposition.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'
import { ToolFailure } from '../../errors/tool-failure.js'
import type { CallFailure } from './call-error.js'
import { createReference } from './reference.js'

const spentKey = Symbol.for('tallystick.spentFailures')

/**
 * What a body threw, as a failure of its call. Only a `ToolFailure` that this body constructed speaks for
 * itself: one that any earlier attempt or call has thrown says what was known there, not here.
 */
export function toBodyFailure(thrown: unknown): CallFailure {
  try {
    if (ToolFailure.is(thrown) && isSound(thrown) && spend(thrown)) return declaredFailure(thrown)
  } catch {
    // A Proxy that throws is no declared failure.
  }
  return unforeseenFailure(thrown)
}

function declaredFailure(thrown: ToolFailure): CallFailure {
  const { modelText, disposition, retryable, retryAfterMs } = thrown
  const stated = { disposition, retryable, retryAfterMs }
  const why = `its body failed and said so: ${escapeUnprintable(modelText)}`
  const words = modelText.trim() === '' ? {} : { modelText }
  return { code: 'TOOL_FAILED', why, ...words, ...stated, cause: thrown }
}

function unforeseenFailure(cause: unknown): CallFailure {
  const reference = createReference()
  const why = `its body threw; the cause is what it threw. Reference: ${reference}.`
  return { code: 'TOOL_FAILED', disposition: 'in-doubt', why, reference, cause }
}

function isSound({ modelText, disposition, retryable }: ToolFailure): boolean {
  return (
    typeof modelText === 'string' &&
    dispositions.includes(disposition) &&
    typeof retryable === 'boolean'
  )
}

/** Marks a failure as seen; false when it was seen before, by any copy of this package. */
function spend(failure: ToolFailure): boolean {
  const holder = globalThis as { [spentKey]?: WeakSet<ToolFailure> | undefined }
  const spent = (holder[spentKey] ??= new WeakSet())
  if (spent.has(failure)) return false
  spent.add(failure)
  return true
}
