import { describe, expect, it } from 'vitest'

import type { ToolEvent } from '../../src/tools/tool-event.js'
import { registry } from './fixtures/layered.js'
import { fixture, run } from './run.js'

const printed = [
  'resolve | shop__order, shop/order or tool://shop/order | UNKNOWN_TOOL',
  'grant | no manifest is bound, so every tool is granted | NOT_GRANTED',
  'admit | JSON becomes the declared arguments, or is refused | INVALID_ARGUMENTS',
  'layer | telemetry',
  'layer | redaction',
  'layer | output_limit',
  'layer | policy',
  'layer | approval',
  'layer | retry',
  'layer | timeout',
  'layer | concurrency',
  'layer | idempotency',
  'layer | tool_scope',
  'seal check | what was admitted runs, under a grant that still stands | REFUSED',
  'instance | made anew, then assigned | UNAVAILABLE',
  'body | effect: write | TOOL_FAILED, UNSUSPENDABLE',
  'output | becomes JSON | OUTPUT_INVALID',
  'event | one terminal event, with late and unsettled ones beside it',
]

describe('tallystick explain on a registry with the layers of this package', () => {
  it('prints them in their order, and the events that a call has [CLI-01, REG-10, DIS-01]', async () => {
    const events: ToolEvent[] = []
    await registry.observe((event) => events.push(event)).dispatch('shop/order', {})
    const { stdout } = await run(['explain', 'shop/order', '--app', fixture('layered.ts')])
    const rows = stdout.split('\n').slice(1)
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(1).join(' | '))).toEqual(printed)
    expect(events.map(({ type }) => type)).toEqual(['terminal'])
  })
})
