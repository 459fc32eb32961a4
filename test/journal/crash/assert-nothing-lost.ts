import { expect } from 'vitest'

import { countsOf, stateOf, writes, type FoundCall } from './scene.js'

/**
 * What must hold of any call whose process was killed, wherever that was: what it was told still stands, and where the
 * record cannot know what happened it says so.
 */
export function assertNothingLost(found: FoundCall): void {
  const { tool, id, effects } = found
  expect(allowedStates[tool], `${tool} ${id}`).toContain(stateOf(found))
  if (writes(tool)) expect(Math.max(...countsOf(effects)), `${tool} ${id}`).toBeLessThan(2)
  assertTold(found)
  assertSuspensionKept(found)
  switch (found.record?.state) {
    case 'in-doubt':
      return assertEvidence(found)
    case 'settled':
      return assertSettled(found)
    case 'parked':
    case 'answered':
      return expect(countsOf(effects)).toEqual([tool === 'ask' ? 1 : 0, 0])
    case undefined:
      return assertNotBegun(found)
    case 'running':
    case 'closed':
      throw new Error(`${tool} ${id} is ${stateOf(found)}`)
  }
}

/** No word that a caller got is taken back. */
function assertTold({ tool, told, record }: FoundCall): void {
  const events = told.map(({ event }) => event)
  if (events.includes('approved')) expect(record?.state).not.toBe('parked')
  if (events.includes('output') && tool !== 'look') expect(record?.state).toBe('settled')
}

function assertNotBegun({ tool, told, effects }: FoundCall): void {
  if (tool !== 'look') expect([told, effects]).toEqual([[], []])
}

const allowedStates = {
  pay: ['absent', 'in-doubt', 'settled'],
  put: ['absent', 'in-doubt', 'settled'],
  look: ['absent'],
  ask: ['absent', 'in-doubt', 'parked', 'answered', 'settled'],
  transfer: ['absent', 'in-doubt', 'parked', 'answered', 'settled'],
}

function assertEvidence({ record, processId, id }: FoundCall): void {
  expect(record).toMatchObject({
    doubt: true,
    holder: { processId },
    call: { arguments: { id }, tenantId: 'default' },
  })
}

/** What a record says came of a call is what the world outside remembers, and what the caller was told. */
function assertSettled({ tool, record, effects, told }: FoundCall): void {
  const value = effects.at(-1)?.value
  expect(record?.result).toEqual({ status: 'output', value })
  expect(countsOf(effects)).toEqual(tool === 'ask' ? [1, 1] : [1, 0])
  for (const word of told) if (word.event === 'output') expect(word.value).toEqual(value)
}

/** Who was told the id of a question can always come back with it. */
function assertSuspensionKept({ told, record }: FoundCall): void {
  for (const word of told) {
    if (word.event !== 'suspended') continue
    expect(record?.question?.suspensionId).toBe(word.suspensionId)
  }
}
