import { ToolFailure, type Disposition, type ToolErrorCode } from 'tallystick'
import { assertFails } from './ending.js'
import type { Stage } from './stage.js'
import { trialTool, type Trial } from './trial-tool.js'
import { assertKept, writeCrate } from './write-crate.js'

interface Ending {
  readonly code: ToolErrorCode
  readonly disposition: Disposition
  readonly isKept: boolean
}

/** Writes, and then ends in some way. */
async function proveEnding(
  stage: Stage,
  { name, body, outputSchema = {} }: Trial,
  { isKept, ...failure }: Ending,
): Promise<void> {
  const code = `north-${name}`
  const writing: Trial['body'] = async (context) => {
    await writeCrate(stage.database, code)
    return body(context)
  }
  const registry = stage.registry.register(trialTool({ name, body: writing, outputSchema }))
  await assertFails(registry.dispatch(`trial/${name}`, {}, { tenantId: 'north' }), failure)
  await assertKept(stage, { [code]: isKept })
}

/** What nobody foresaw, and what a body knows did not happen. */
export async function proveUndoneFailures(stage: Stage): Promise<void> {
  const throwing = async (): Promise<never> => {
    throw new TypeError('unforeseen')
  }
  const declaring = async (): Promise<never> => {
    throw new ToolFailure('It is too heavy.', { disposition: 'did-not-happen' })
  }
  const end = { code: 'TOOL_FAILED', isKept: false } as const
  await proveEnding(stage, { name: 'throw', body: throwing }, { ...end, disposition: 'in-doubt' })
  await proveEnding(
    stage,
    { name: 'refuse', body: declaring },
    { ...end, disposition: 'did-not-happen' },
  )
}

/** The call failed, and what it did stays done. */
export async function proveKeptFailure(stage: Stage): Promise<void> {
  const body = async (): Promise<never> => {
    throw new ToolFailure('It is on the shelf, but wet.', { disposition: 'landed' })
  }
  const end = { code: 'TOOL_FAILED', disposition: 'landed', isKept: true } as const
  await proveEnding(stage, { name: 'land', body }, end)
}

/** A tool that words its answer wrongly has still done its work. */
export async function proveKeptOutput(stage: Stage): Promise<void> {
  const misworded: Trial = {
    name: 'misword',
    body: async () => 'done',
    outputSchema: { type: 'number' },
  }
  const end = { code: 'OUTPUT_INVALID', disposition: 'landed', isKept: true } as const
  await proveEnding(stage, misworded, end)
}
