import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** Starting applications takes a while on a busy machine. */
const patience = { timeout: 120_000 }

function run(parameters: readonly string[], cwd = '.'): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, parameters, { encoding: 'utf8', cwd })
}

const shown = `POST /mcp without a key: 401
Tools: count, list, place
ann places an order: {"number":1,"reference":"R-1","lines":1}
ann places it again: {"number":1,"reference":"R-1","lines":1}
ann lists orders: {"orders":[{"number":1,"reference":"R-1","lines":1}]}
ann sends what is no order: The arguments were refused.
- reference is required.
- lines must contain at least 1 elements.
bob, a guest, places an order: This call is not permitted.
bob lists orders: {"orders":[]}
The AI SDK: [{"sku":"milk","count":3},"There is too little milk."]
Noted by the interceptor: [
  'ann orders/place',
  'ann orders/place',
  'ann orders/list',
  'bob orders/list',
  'ann stock/count'
]
`

describe('the Nest sample', patience, () => {
  it('serves its tools over MCP and to the AI SDK, each caller as it may', () => {
    const { status, stdout, stderr } = run(['samples/nestjs/dist/main.js'])
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: shown, stderr: '' })
  })

  it('passes its own tests, in which modules are overridden', () => {
    const { status, stdout } = run(['--test', 'samples/nestjs/dist/orders.test.js'])
    expect({ status, passed: /^# pass (\d+)$/m.exec(stdout)?.[1] }).toEqual({
      ...{ status: 0, passed: '4' },
    })
  })

  it('does what the page about other libraries says of the same tool', () => {
    const { status, stderr } = run(['samples/nestjs/dist/coming-from/main.js'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.each([
    ['agrees with its manifest', ['check']],
    ['can be called from the command', ['call', 'stock/count', '--args', '{"sku":"tea"}']],
  ])('%s', (_, command) => {
    const { status, stderr } = run(['../../dist/cli/main.js', ...command], 'samples/nestjs')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
