import { describe, expect, it } from 'vitest'

import { callStages } from '../../src/cli/describe/call-stages.js'
import { passing, registryOf, tool } from '../registry/tools.js'
import { fixture, run } from './run.js'

describe('tallystick explain', () => {
  it('prints what a call goes through, with the codes it may end as [CLI-01]', async () => {
    const { stdout } = await run(['explain', 'shop/price', '--app', fixture('shop.ts')])
    const stages = stdout
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/ {2,}/))
    expect(stages.map(([, stage, , codes]) => [stage, codes])).toEqual([
      ['resolve', 'UNKNOWN_TOOL'],
      ['grant', 'NOT_GRANTED'],
      ['admit', 'INVALID_ARGUMENTS'],
      ['seal check', 'REFUSED'],
      ['instance', 'UNAVAILABLE'],
      ['body', 'TOOL_FAILED, UNSUSPENDABLE'],
      ['output', 'OUTPUT_INVALID'],
      ['event', undefined],
    ])
  })

  it('puts every layer of the registry between admit and seal check, outermost first', () => {
    const registry = registryOf(tool()).layer(passing('scope')).layer(passing('telemetry'))
    const stages = callStages(registry, registry.get('shop/order'))
    expect(stages.slice(2, 6).map(({ stage, detail }) => `${stage} ${detail}`)).toEqual([
      expect.stringMatching(/^admit /),
      'layer telemetry',
      'layer scope',
      expect.stringMatching(/^seal check /),
    ])
  })

  it('says whether the tool is granted', () => {
    const grants = {
      findGrant: () => undefined,
      getAgentEntries: () => [],
    }
    const registry = registryOf(tool()).bind(grants, [])
    const [, grant] = callStages(registry, registry.get('shop/order'))
    expect(grant?.detail).toBe('not granted: every call is refused')
  })
})
