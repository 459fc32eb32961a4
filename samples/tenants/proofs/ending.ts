import assert from 'node:assert/strict'
import { ToolError, type Disposition, type ToolErrorCode, type ToolOutcome } from 'tallystick'
import type { Crate } from '../stock/crate.js'

/** @throws Error unless the call fails like this. */
export async function assertFails(
  call: Promise<unknown>,
  expected: { readonly code: ToolErrorCode; readonly disposition: Disposition },
): Promise<void> {
  const ending = await call.then(
    () => 'an output',
    (error: unknown) => error,
  )
  if (!ToolError.is(ending)) assert.fail(`The call ended as: ${String(ending)}.`)
  const { code, disposition } = ending
  assert.deepEqual({ code, disposition }, expected)
}

/** The value of a call that returned one. */
export async function outputOf(call: Promise<ToolOutcome>): Promise<unknown> {
  const outcome = await call
  assert.ok(outcome.status === 'output', 'The call was suspended.')
  return outcome.value
}

/** The crates of a call that found some. */
export async function cratesIn(call: Promise<ToolOutcome>): Promise<readonly Crate[]> {
  return (await outputOf(call)) as readonly Crate[]
}
