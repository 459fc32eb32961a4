import { setImmediate as nextTurn } from 'node:timers/promises'
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
import {
  ApprovalLayer,
  IdempotencyLayer,
  memoryJournal,
  type Approver,
  type Journal,
} from '../../../dist/journal/index.js'
import { TelemetryLayer } from '../../../dist/layers/telemetry/index.js'
import { formatSpread, spreadOf } from '../statistics.js'

const callsPerRound = 2_000
const warmUpRounds = 10
const measuredRounds = 31

const yes: Approver = () => ({ decision: 'approve', decidedBy: 'ann' })

const passing: ToolLayer = { name: 'passing', handle: (call, next) => next(call) }

/** Layers, innermost first; what keeps records gets a journal of its own for each round. */
type Contestant = (journal: Journal) => readonly ToolLayer[]

const contestants: readonly (readonly [string, Contestant])[] = [
  ['no layer', () => []],
  ['a layer that only calls `next`', one(passing)],
  ['ScopedToolLayer', one(new ScopedToolLayer({ wrap: (_context, run) => run() }))],
  ['ConcurrencyLayer', one(new ConcurrencyLayer({ limit: 1 }))],
  ['TimeoutLayer', one(new TimeoutLayer({ timeoutMs: 60_000 }))],
  ['RetryLayer', one(new RetryLayer())],
  [
    'PolicyLayer, three rules',
    one(
      new PolicyLayer([
        { decide: 'ask' },
        { tools: ['@mcp'], decide: 'deny' },
        { tools: ['bench/echo'], decide: 'allow' },
      ]),
    ),
  ],
  ['OutputLimitLayer', one(new OutputLimitLayer())],
  [
    'RedactionLayer, a path and a pattern each way',
    one(
      new RedactionLayer({
        arguments: { paths: ['card'], patterns: [/\b\d{13,19}\b/] },
        output: { paths: ['lines[].card'], patterns: [/\b\d{13,19}\b/] },
      }),
    ),
  ],
  ['TelemetryLayer without an SDK', one(new TelemetryLayer())],
  ['ApprovalLayer that asks nobody', one(new ApprovalLayer(yes, { when: 'granted' }))],
  ['ApprovalLayer that asks, without a journal', one(new ApprovalLayer(yes))],
  ['IdempotencyLayer over `memoryJournal`', (journal) => [new IdempotencyLayer(journal)]],
  [
    'ApprovalLayer that asks, and the IdempotencyLayer whose journal keeps it',
    (journal) => [new IdempotencyLayer(journal), new ApprovalLayer(yes)],
  ],
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
    'A tool with a text and a list of ten texts, no layer, then one layer at a time, and in the last row two. The tool writes, so each',
    'of its calls has a record in a journal. A journal is new for each round, and an approver says yes at once.',
    `${measuredRounds} rounds of ${callsPerRound} calls each, in turned order. Median, with quartiles, of what the layer adds to the`,
    'call without one, and of that as a multiple of an awaited call of an empty async function in the same round.',
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
    callUs[index] = await timeCalls(contestants[index]?.[1] ?? (() => []))
  }
  return { emptyUs, callUs }
}

function one(layer: ToolLayer): Contestant {
  return () => [layer]
}

async function timeCalls(layersOver: Contestant): Promise<number> {
  const journal = memoryJournal()
  const bare = ToolRegistry.empty().register(echo)
  const registry = layersOver(journal).reduce((all, layer) => all.layer(layer), bare)
  const input = { text: 'a text', lines: Array.from({ length: 10 }, (_, line) => `line ${line}`) }
  const us = await timeEach(async () => {
    await registry.dispatch('bench/echo', input)
  })
  await journal.close()
  // What calls were given up to the collector is kept until the microtasks of a turn end.
  await nextTurn()
  return us
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
