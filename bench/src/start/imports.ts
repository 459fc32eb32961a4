import { fileURLToPath } from 'node:url'
import { drawBars } from '../chart.js'
import { inTurns } from '../in-turns.js'
import { runProgram } from '../run-program.js'
import type { SpentTime } from '../spent-time.js'
import { formatSpread, spreadOf } from '../statistics.js'
import type { Imports } from './import-program.js'

interface Row extends Imports {
  readonly name: string
}

const program = fileURLToPath(new URL('import-program.js', import.meta.url))
const rounds = 15

const own = '../../../dist/index.js'
const peers = [
  // The one of the package; the packages that are compared bring another.
  '../../../node_modules/reflect-metadata/Reflect.js',
  ...['class-validator', 'class-transformer', 'inversify'],
]

const rows: readonly Row[] = [
  { name: 'tallystick with its peers', counted: [own] },
  { name: 'its peers alone', counted: peers },
  { name: 'tallystick, once its peers are there', before: peers, counted: [own] },
  { name: 'zod', counted: ['zod'] },
  { name: 'ai and zod', counted: ['zod', 'ai'] },
  { name: '@mastra/core/tools and zod', counted: ['zod', '@mastra/core/tools'] },
  { name: '@langchain/core/tools and zod', counted: ['zod', '@langchain/core/tools'] },
]

/** What it takes to import the package, beside others, as a Markdown section. */
export function benchImports(): string {
  const times = inTurns(rows, rounds, importOnce)
  const title = 'Import, CPU time'
  const axis = { type: 'value', name: 'ms' }
  const bars = rows.map(({ name }, row) => ({
    name,
    value: spreadOf((times[row] ?? []).map(({ cpuMs }) => cpuMs)).median,
  }))
  return [
    '### Import',
    '',
    'From before the first import to after the last one, in a process that has imported nothing else. The peers are',
    'reflect-metadata, class-validator, class-transformer and inversify, which whoever writes tools imports, too.',
    `${rounds} rounds, in each of which every row is a process of its own, in turned order.`,
    '',
    '| import | CPU ms | wall ms | CPU, first row = 1 |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ name }, row) => toLine(name, times[row] ?? [], times[0] ?? [])),
    '',
    drawBars({ file: 'imports.svg', title, axis, bars }),
  ].join('\n')
}

function importOnce({ before = [], counted }: Row): SpentTime {
  const asked = JSON.stringify({ before, counted } satisfies Imports)
  return JSON.parse(runProgram([program, asked]).stdout) as SpentTime
}

function toLine(name: string, times: readonly SpentTime[], base: readonly SpentTime[]): string {
  const cpuMs = times.map((time) => time.cpuMs)
  const wallMs = times.map((time) => time.wallMs)
  const ratios = cpuMs.map((ms, round) => ms / (base[round]?.cpuMs ?? Number.NaN))
  const spreads = [formatSpread(spreadOf(cpuMs), 0), formatSpread(spreadOf(wallMs), 0)]
  return `| ${[name, ...spreads, formatSpread(spreadOf(ratios), 2)].join(' | ')} |`
}
