import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatSpread, spreadOf } from '../statistics.js'
import { changeProject, generateProject } from './generated-project.js'

const command = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const sizes = [1, 100, 1000]
const runs = 5

/** Prints what the process used: the most memory in KiB, and CPU time in microseconds. */
const usageHook =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(JSON.stringify(process.resourceUsage())))'

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
  const written: Run[] = []
  const unchanged: Run[] = []
  for (let run = 0; run < runs; run += 1) {
    changeProject(run)
    written.push(runCommand(folder, 'Wrote'))
    unchanged.push(runCommand(folder, 'Up to date'))
  }
  return `| ${tools} | ${describeRuns(written, 'seconds')} | ${describeRuns(unchanged, 'milliseconds')} |`
}

interface Run {
  readonly ms: number
  readonly cpuMs: number
  readonly mebibytes: number
}

function runCommand(folder: string, expected: string): Run {
  const start = performance.now()
  const nodeArguments = ['--import', usageHook, command, 'types', '--project', folder]
  const ended = spawnSync(process.execPath, nodeArguments, { encoding: 'utf8' })
  const ms = performance.now() - start
  const { stdout, stderr, status } = ended
  if (status !== 0 || !stdout.includes(expected)) throw new Error(`${stdout}${stderr}`)
  const used = JSON.parse(stderr) as NodeJS.ResourceUsage
  const cpuMs = (used.userCPUTime + used.systemCPUTime) / 1000
  return { ms, cpuMs, mebibytes: used.maxRSS / 1024 }
}

function describeRuns(measured: readonly Run[], unit: 'seconds' | 'milliseconds'): string {
  const [divisor, digits] = unit === 'seconds' ? [1000, 2] : [1, 0]
  const times = [measured.map(({ ms }) => ms), measured.map(({ cpuMs }) => cpuMs)]
  const spreads = times.map((sample) => spreadOf(sample.map((ms) => ms / divisor)))
  const memory = Math.max(...measured.map(({ mebibytes }) => mebibytes)).toFixed(0)
  return [...spreads.map((spread) => formatSpread(spread, digits)), memory].join(' | ')
}
