import { fileURLToPath } from 'node:url'
import { inTurns } from '../in-turns.js'
import { runProgram } from '../run-program.js'
import { formatSpread, spreadOf } from '../statistics.js'
import type { Catalogue, Written } from './catalogue-program.js'
import { projections } from './projections.js'

const program = fileURLToPath(new URL('catalogue-program.js', import.meta.url))
const tools = 500
const rounds = 11

/** What it takes to write many tools as each target takes them, as a Markdown section. */
export function benchCatalogue(): string {
  const names = Object.keys(projections)
  const written = inTurns(names, rounds, writeOnce)
  return [
    `## A catalogue of ${tools} tools`,
    '',
    '`projectTools(registry.descriptors(), projection)` with classes of five properties, one of them nested, one an array. Where a',
    'target takes fewer tools in one request, the catalogue is that of several. Cold is the first time in a process that has',
    'discovered the tools, with the making of their schemas; warm is the second. The first row makes the schemas and projects',
    `nothing. ${rounds} rounds, in each of which every row is a process of its own, in turned order. Median, with quartiles.`,
    '',
    '| projection | cold, CPU ms | wall ms | warm, CPU ms | wall ms |',
    '| --- | --- | --- | --- | --- |',
    ...names.map((name, row) => toLine(name, written[row] ?? [])),
  ].join('\n')
}

function writeOnce(projection: string): Written {
  const asked = JSON.stringify({ tools, projection } satisfies Catalogue)
  return JSON.parse(runProgram([program, asked]).stdout) as Written
}

function toLine(name: string, written: readonly Written[]): string {
  const spread = (pick: (each: Written) => number, digits: number): string =>
    formatSpread(spreadOf(written.map(pick)), digits)
  const cells = [
    spread(({ cold }) => cold.cpuMs, 0),
    spread(({ cold }) => cold.wallMs, 0),
    spread(({ warm }) => warm.cpuMs, 2),
    spread(({ warm }) => warm.wallMs, 2),
  ]
  return `| \`${name}\` | ${cells.join(' | ')} |`
}
