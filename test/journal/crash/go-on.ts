import { expect } from 'vitest'

import { ToolError } from '../../../src/errors/tool-error.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolOutcome } from '../../../src/tools/outcome.js'
import { countsOf, stateOf, writes, type FoundCall, type Scene } from './scene.js'

type Ended = ToolOutcome | { readonly status: 'in-doubt' }

/** Makes a call again whose process was killed: first without, then with tools that look at the world outside. */
export async function goOn(scene: Scene, found: FoundCall): Promise<void> {
  const again = await call(scene.blind, found)
  expect(again.status, `${found.tool} ${stateOf(found)}`).toBe(expectedAgain(found))
  assertSameAnswer(found, again)
  if (writes(found.tool) && stateOf(found) !== 'answered' && stateOf(found) !== 'absent') {
    expect(scene.witness.of(found.id)).toEqual(found.effects)
  }
  const ended = await finish(scene, found)
  assertOnce(scene, found, ended)
  if (ended.status === 'output' && found.tool !== 'look') await assertRepeats(scene, found, ended)
}

/** What the same call is told before anybody found out what became of it. */
function expectedAgain(found: FoundCall): ToolOutcome['status'] | 'in-doubt' {
  const { tool } = found
  const state = stateOf(found)
  if (state === 'in-doubt') return tool === 'put' ? 'output' : 'in-doubt'
  if (state === 'parked') return 'suspended'
  const asks = tool === 'ask' || tool === 'transfer'
  return state === 'absent' && asks ? 'suspended' : 'output'
}

function assertSameAnswer({ record }: FoundCall, again: Ended): void {
  if (again.status === 'suspended' && record !== undefined) {
    expect(again.suspension.id).toBe(record.question?.suspensionId)
  }
  if (record?.state !== 'settled') return
  const { result, call: recorded } = record
  expect(again).toEqual({ ...result, deduplicatedFrom: recorded.callId })
}

/** Answers what is asked, approves what waits, until there is nothing more to do. */
async function finish(scene: Scene, { tool, id }: FoundCall): Promise<Ended> {
  const ended = await call(scene.looking, { tool, id })
  if (ended.status !== 'suspended') return ended
  const suspensionId = ended.suspension.id ?? ''
  if (tool === 'ask') return scene.looking.resume(suspensionId, 7)
  await scene.journal.approve({ suspensionId, tenantId: 'default', by: 'bob' })
  return scene.looking.resume(suspensionId)
}

/** Every declared effect has happened, and none twice; an effect that may be had again was had under one token. */
function assertOnce(scene: Scene, { tool, id }: FoundCall, ended: Ended): void {
  const effects = scene.witness.of(id)
  const [calls, resumes] = countsOf(effects)
  if (tool !== 'look') expect(new Set(effects.map((each) => each.token)).size).toBe(resumes + 1)
  if (!writes(tool)) return expect(ended.status).toBe('output')
  expect(calls).toBe(1)
  // Of a body that may have asked, nobody can say what it asked.
  const isStuck = ended.status === 'in-doubt'
  expect(resumes).toBe(tool === 'ask' && !isStuck ? 1 : 0)
  if (isStuck) expect(tool).toBe('ask')
}

async function assertRepeats(scene: Scene, flow: FoundCall, ended: Ended): Promise<void> {
  const before = scene.witness.of(flow.id)
  const { value } = ended as { readonly value: unknown }
  expect(await call(scene.looking, flow)).toMatchObject({ status: 'output', value })
  expect(scene.witness.of(flow.id)).toEqual(before)
}

async function call(
  registry: ToolRegistry,
  { tool, id }: Pick<FoundCall, 'tool' | 'id'>,
): Promise<Ended> {
  try {
    return await registry.dispatch(`bank/${tool}`, { id })
  } catch (error) {
    if (ToolError.is(error) && error.code === 'IN_DOUBT') return { status: 'in-doubt' }
    throw error
  }
}
