import { fileURLToPath } from 'node:url'
import { inTurns } from '../in-turns.js'
import { runProgram } from '../run-program.js'
import { formatSpread, spreadOf } from '../statistics.js'
import type { ManyTools } from './many-tools-program.js'

const program = fileURLToPath(new URL('many-tools-program.js', import.meta.url))
const sizes = [100, 1000, 3000]
const rounds = 11

/** What many tools take until they can be called, and of the heap, as a Markdown section. */
export function benchManyTools(): string {
  const found = inTurns(sizes, rounds, discoverOnce)
  return [
    '### Discovery and memory',
    '',
    'Classes of five properties with two rules or so each, put into a container and discovered there. The import of the',
    'files that declare them is not counted, nor is what the bare classes and their decorators hold of the heap. Memory is',
    'the collected heap above that: after discovery, after each tool was called once, and after all schemas were made, too.',
    `${rounds} rounds, in each of which every row is a process of its own. Median, with quartiles.`,
    '',
    '| tools | discovery, CPU ms | wall ms | heap, MiB, discovered | called once | all schemas |',
    '| --- | --- | --- | --- | --- | --- |',
    ...sizes.map((size, row) => toLine(size, found[row] ?? [])),
  ].join('\n')
}

function discoverOnce(size: number): ManyTools {
  return JSON.parse(runProgram([program, size.toString()]).stdout) as ManyTools
}

function toLine(size: number, found: readonly ManyTools[]): string {
  const spread = (pick: (each: ManyTools) => number, digits: number): string =>
    formatSpread(spreadOf(found.map(pick)), digits)
  const cells = [
    spread(({ discovery }) => discovery.cpuMs, 0),
    spread(({ discovery }) => discovery.wallMs, 0),
    spread(({ discoveredBytes }) => discoveredBytes / 2 ** 20, 1),
    spread(({ calledBytes }) => calledBytes / 2 ** 20, 1),
    spread(({ schemasBytes }) => schemasBytes / 2 ** 20, 1),
  ]
  return `| ${size} | ${cells.join(' | ')} |`
}
