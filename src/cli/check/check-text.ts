import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { Disagreement } from '../../manifest/check/disagreement.js'
import { describeContractChange } from '../../manifest/contract/contract-change.js'
import { describePlace } from '../../manifest/read/document-problems.js'
import { paint } from '../terminal/paint.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'
import type { CheckedTool, CheckReport } from './check-report.js'

/** A report for people: the table of tools, then each disagreement with its fix. */
export function toCheckText(report: CheckReport, terminal: Terminal): string {
  const { tools, disagreements, lints, notes = [], agrees, digest } = report
  const head = ['TOOL', 'GRANT', 'EFFECT', 'CONTRACT'].map((cell) => paint(terminal, 'faint', cell))
  return [
    formatTable([head, ...tools.map((tool) => toRow(tool, terminal))]),
    '',
    ...disagreements.flatMap((disagreement) => [...toLines(disagreement, terminal), '']),
    ...lints.flatMap((lint) => toProblemLines('lint', lint, terminal)),
    ...notes.flatMap((note) => toProblemLines('note', note, terminal)),
    agrees
      ? `${paint(terminal, 'good', 'Code and manifest agree.')} Digest ${digest}`
      : paint(terminal, 'bad', describeCount(disagreements.length, lints.length)),
  ].join('\n')
}

function toRow(
  { id, grant, effect, contract }: CheckedTool,
  terminal: Terminal,
): readonly string[] {
  const approval = grant === undefined || grant.approval === 'none' ? '' : `, ${grant.approval}`
  const granted = grant === undefined ? 'not granted' : `granted${approval}`
  const stated = grant?.effect === undefined || grant.effect === effect ? '' : ` as ${grant.effect}`
  return [
    id,
    paint(terminal, grant === undefined ? 'bad' : 'good', granted),
    effect === undefined ? paint(terminal, 'bad', 'not implemented') : `${effect}${stated}`,
    contract === 'changed' ? paint(terminal, 'bad', contract) : contract,
  ]
}

function toLines(disagreement: Disagreement, terminal: Terminal): readonly string[] {
  const { severity, message, fix, place, changes = [] } = disagreement
  const label = paint(terminal, severity === 'high' ? 'bad' : 'caution', severity)
  return [
    `${label} ${message}`,
    ...changes.map((change) => `  ${describeContractChange(change)}`),
    ...(place === undefined ? [] : [`  at ${describePlace(place)}`]),
    `  fix: ${fix}`,
  ]
}

function toProblemLines(
  label: 'lint' | 'note',
  { subject, message, fix }: DefinitionProblem,
  terminal: Terminal,
): readonly string[] {
  const shown = paint(terminal, label === 'lint' ? 'caution' : 'faint', label)
  return [`${shown} ${subject}: ${message}`, `  fix: ${fix}`, '']
}

function describeCount(disagreements: number, lints: number): string {
  const counts = [
    [disagreements, 'disagreement'],
    [lints, 'lint'],
  ] as const
  const words = counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count.toString()} ${noun}${count === 1 ? '' : 's'}`)
  return `${words.join(' and ')}.`
}
