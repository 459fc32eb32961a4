import { discoverTools, ToolError, toolModule } from '../../dist/index.js'
import { Container } from 'inversify'
import { makeInput, PlaceOrder } from './place-order.js'
import { formatSpread, spreadOf } from './statistics.js'

const unknownKeyCount = 100_000
const runs = 11

const container = new Container()
container.load(toolModule(PlaceOrder))
const registry = discoverTools(container)

/** How much CPU it takes to refuse a call with very many unknown keys, as a Markdown section. */
export async function benchRefusal(): Promise<string> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await timeRefusal())
  return [
    '## A hostile call',
    '',
    `The same tool, with ${unknownKeyCount} unknown keys beside its arguments. CPU time of the process, median of ${runs} runs,`,
    'with quartiles, each with a fresh input.',
    '',
    '| call | CPU ms |',
    '| --- | --- |',
    `| ${unknownKeyCount} unknown keys, refused | ${formatSpread(spreadOf(times), 1)} |`,
  ].join('\n')
}

async function timeRefusal(): Promise<number> {
  const input = makeInput(0)
  for (let index = 0; index < unknownKeyCount; index += 1) input[`unknown${index}`] = index
  const start = process.cpuUsage()
  const error: unknown = await registry.dispatch('shop/place_order', input).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const { user, system } = process.cpuUsage(start)
  if (!ToolError.is(error) || error.code !== 'INVALID_ARGUMENTS') {
    throw new Error('The hostile call was not refused.')
  }
  return (user + system) / 1_000
}
