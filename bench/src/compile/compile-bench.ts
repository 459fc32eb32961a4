import { fileURLToPath } from 'node:url'
import { drawBars } from '../chart.js'
import { inTurns } from '../in-turns.js'
import { runProgram } from '../run-program.js'
import { formatSpread, spreadOf } from '../statistics.js'
import { writeProjects } from './projects.js'

/** The compiler of this package, whatever a package of the benchmark brings. */
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
const tools = 200
const rounds = 9

/** What it takes to compile programs with many tools, as a Markdown section. */
export function benchCompile(): string {
  const projects = [...writeProjects(tools)]
  const compiled = inTurns(projects, rounds, ([, project]) => compile(project))
  const title = `tsc, ${tools} tools, total time`
  const axis = { type: 'value', name: 's' }
  const bars = projects.map(([name], row) => ({
    name,
    value: spreadOf((compiled[row] ?? []).map(({ totalSeconds }) => totalSeconds)).median,
  }))
  return [
    '## Compiling',
    '',
    `\`tsc --extendedDiagnostics\` on programs with ${tools} tools, one a file: five properties, one of them a nested object, one an`,
    'array, each with its rules and a description, and a body that reads them all. The tsconfig is one for all, with',
    '`skipLibCheck`. "No library" has the same types and bodies without anything that checks them; the two rows below it have',
    `rules and no tools. ${rounds} rounds, in each of which every row is compiled once, in turned order. Median, with quartiles;`,
    'the CPU time is that of the whole process, all its threads, and a ratio is taken within one round.',
    '',
    '| program | files | instantiations | memory, MiB | check, s | total, s | CPU, s | CPU, first row = 1 |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...projects.map(([name], row) => toLine(name, compiled[row] ?? [], compiled[0] ?? [])),
    '',
    drawBars({ file: 'compile.svg', title, axis, bars }),
  ].join('\n')
}

/** What the compiler says of one run, and what its process used. */
interface Compiled {
  readonly files: number
  readonly instantiations: number
  readonly mebibytes: number
  readonly checkSeconds: number
  readonly totalSeconds: number
  readonly cpuSeconds: number
}

function compile(project: string): Compiled {
  const { stdout, cpuMs } = runProgram([compiler, '--project', project, '--extendedDiagnostics'])
  return {
    files: readFigure(stdout, 'Files'),
    instantiations: readFigure(stdout, 'Instantiations'),
    mebibytes: readFigure(stdout, 'Memory used') / 1024,
    checkSeconds: readFigure(stdout, 'Check time'),
    totalSeconds: readFigure(stdout, 'Total time'),
    cpuSeconds: cpuMs / 1000,
  }
}

/** A number that the compiler prints as `Name: 12.3s` or so. */
function readFigure(text: string, name: string): number {
  const found = new RegExp(`^${name}: +([\\d.]+)`, 'm').exec(text)?.[1]
  if (found === undefined) throw new Error(`The compiler does not say "${name}".\n${text}`)
  return Number(found)
}

function toLine(name: string, compiled: readonly Compiled[], base: readonly Compiled[]): string {
  const spread = (pick: (each: Compiled) => number, digits: number): string =>
    formatSpread(spreadOf(compiled.map(pick)), digits)
  const ratios = compiled.map(
    ({ cpuSeconds }, round) => cpuSeconds / (base[round]?.cpuSeconds ?? Number.NaN),
  )
  const [{ files, instantiations } = { files: Number.NaN, instantiations: Number.NaN }] = compiled
  const cells = [
    ...[name, files, instantiations],
    spread(({ mebibytes }) => mebibytes, 0),
    spread(({ checkSeconds }) => checkSeconds, 2),
    spread(({ totalSeconds }) => totalSeconds, 2),
    spread(({ cpuSeconds }) => cpuSeconds, 2),
    formatSpread(spreadOf(ratios), 2),
  ]
  return `| ${cells.join(' | ')} |`
}
