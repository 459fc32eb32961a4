import {
  ConcurrencyLayer,
  defineTool,
  OutputLimitLayer,
  PolicyLayer,
  RedactionLayer,
  RetryLayer,
  ScopedToolLayer,
  TimeoutLayer,
  ToolRegistry,
  type ToolLayer,
} from '../../../dist/index.js'
import { TelemetryLayer } from '../../../dist/layers/telemetry/index.js'
import { formatSpread, spreadOf } from '../statistics.js'

const callsPerRound = 2_000
const warmUpRounds = 10
const measuredRounds = 31

const passing: ToolLayer = { name: 'passing', handle: (call, next) => next(call) }

const contestants: readonly (readonly [string, ToolLayer | undefined])[] = [
  ['no layer', undefined],
  ['a layer that only calls `next`', passing],
  ['ScopedToolLayer', new ScopedToolLayer({ wrap: (_context, run) => run() })],
  ['ConcurrencyLayer', new ConcurrencyLayer({ limit: 1 })],
  ['TimeoutLayer', new TimeoutLayer({ timeoutMs: 60_000 })],
  ['RetryLayer', new RetryLayer()],
  [
    'PolicyLayer, three rules',
    new PolicyLayer([
      { decide: 'ask' },
      { tools: ['@mcp'], decide: 'deny' },
      { tools: ['bench/echo'], decide: 'allow' },
    ]),
  ],
  ['OutputLimitLayer', new OutputLimitLayer()],
  [
    'RedactionLayer, a path and a pattern each way',
    new RedactionLayer({
      arguments: { paths: ['card'], patterns: [/\b\d{13,19}\b/] },
      output: { paths: ['lines[].card'], patterns: [/\b\d{13,19}\b/] },
    }),
  ],
  ['TelemetryLayer without an SDK', new TelemetryLayer()],
]

const echo = defineTool({
  server: 'bench',
  name: 'echo',
  description: 'Gives back what it got.',
  inputSchema: {
    properties: { text: { type: 'string' }, lines: { type: 'array', items: { type: 'string' } } },
  },
  call: (args) => args,
})

/** What each layer adds to a call, as a Markdown section. */
export async function benchLayerCost(): Promise<string> {
  for (let round = 0; round < warmUpRounds; round += 1) await runRound(round)
  const rounds: Round[] = []
  for (let round = 0; round < measuredRounds; round += 1) rounds.push(await runRound(round))
  return [
    '## What a layer costs',
    '',
    `A tool with a text and a list of ten texts, no layer, then one layer at a time. ${measuredRounds} rounds of ${callsPerRound} calls each, in`,
    'turned order. Median, with quartiles, of what the layer adds to the call without one, and of that as a multiple of an awaited',
    'call of an empty async function in the same round.',
    '',
    '| layer | µs more per call | empty async calls |',
    '| --- | --- | --- |',
    ...contestants.map(([name], index) => toRow(name, index, rounds)),
  ].join('\n')
}

interface Round {
  readonly emptyUs: number
  readonly callUs: readonly number[]
}

async function runRound(round: number): Promise<Round> {
  const callUs: number[] = []
  const emptyUs = await timeEmptyCalls()
  for (let step = 0; step < contestants.length; step += 1) {
    const index = (round + step) % contestants.length
    callUs[index] = await timeCalls(contestants[index]?.[1])
  }
  return { emptyUs, callUs }
}

async function timeCalls(layer: ToolLayer | undefined): Promise<number> {
  const bare = ToolRegistry.empty().register(echo)
  const registry = layer === undefined ? bare : bare.layer(layer)
  const input = { text: 'a text', lines: Array.from({ length: 10 }, (_, line) => `line ${line}`) }
  return timeEach(async () => {
    await registry.dispatch('bench/echo', input)
  })
}

function timeEmptyCalls(): Promise<number> {
  return timeEach(async () => {
    // Nothing: what awaiting costs by itself.
  })
}

/** The µs of one call. */
async function timeEach(run: () => Promise<void>): Promise<number> {
  const start = process.hrtime.bigint()
  for (let call = 0; call < callsPerRound; call += 1) await run()
  return Number(process.hrtime.bigint() - start) / 1_000 / callsPerRound
}

function toRow(name: string, index: number, rounds: readonly Round[]): string {
  const more = rounds.map(({ callUs }) => at(callUs, index) - (index === 0 ? 0 : at(callUs, 0)))
  const multiples = rounds.map(({ emptyUs }, round) => at(more, round) / emptyUs)
  const cells = [formatSpread(spreadOf(more), 2), formatSpread(spreadOf(multiples), 1)]
  return `| ${index === 0 ? 'the call itself, without a layer' : name} | ${cells.join(' | ')} |`
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN
}
