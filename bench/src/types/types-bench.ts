import { fileURLToPath } from 'node:url'
import { runProgram, type Ended } from '../run-program.js'
import { formatSpread, spreadOf } from '../statistics.js'
import { changeProject, generateProject } from './generated-project.js'

const command = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const sizes = [1, 100, 1000]
const runs = 5

/** How long `tallystick types` takes, as a Markdown section. */
export function benchTypes(): string {
  return [
    '## Facts from types',
    '',
    'The whole command `tallystick types`, from the start of Node to its end, on programs with one tool a file: eight',
    `properties, two of them nested classes, and a declared result. Median of ${runs} runs, with quartiles, the most memory.`,
    'On a machine that has other work to do, the CPU time of all its threads tells more than the wall clock.',
    '',
    '| tools | written, s | CPU, s | memory, MiB | unchanged, ms | CPU, ms | memory, MiB |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...sizes.map(benchSize),
  ].join('\n')
}

function benchSize(tools: number): string {
  const folder = generateProject(tools)
  const written: Ended[] = []
  const unchanged: Ended[] = []
  for (let run = 0; run < runs; run += 1) {
    changeProject(run)
    written.push(runCommand(folder, 'Wrote'))
    unchanged.push(runCommand(folder, 'Up to date'))
  }
  return `| ${tools} | ${describeRuns(written, 'seconds')} | ${describeRuns(unchanged, 'milliseconds')} |`
}

function runCommand(folder: string, expected: string): Ended {
  const ended = runProgram([command, 'types', '--project', folder])
  if (!ended.stdout.includes(expected)) throw new Error(ended.stdout)
  return ended
}

function describeRuns(measured: readonly Ended[], unit: 'seconds' | 'milliseconds'): string {
  const [divisor, digits] = unit === 'seconds' ? [1000, 2] : [1, 0]
  const times = [measured.map(({ wallMs }) => wallMs), measured.map(({ cpuMs }) => cpuMs)]
  const spreads = times.map((sample) => spreadOf(sample.map((ms) => ms / divisor)))
  const memory = Math.max(...measured.map(({ mebibytes }) => mebibytes)).toFixed(0)
  return [...spreads.map((spread) => formatSpread(spread, digits)), memory].join(' | ')
}
