import { describeContractChange } from '../../manifest/contract/contract-change.js'
import type { Disagreement } from '../../manifest/check/disagreement.js'
import type { CheckReport } from './check-report.js'

/** A report as workflow commands of GitHub Actions, one annotation a line. */
export function toCheckGithub({ manifest: file, disagreements, lints }: CheckReport): string {
  return [
    ...disagreements.map((disagreement) => toAnnotation(disagreement, file)),
    ...lints.map(({ subject, message, fix }) =>
      toCommand('warning', { file, title: 'lint' }, `${subject}: ${message} ${fix}`),
    ),
  ].join('\n')
}

function toAnnotation(disagreement: Disagreement, file: string): string {
  const { kind, message, fix, place, changes = [] } = disagreement
  const at = place && { line: place.line.toString(), col: place.column.toString() }
  const lines = [message, ...changes.map(describeContractChange), fix]
  return toCommand('error', { file, ...at, title: kind }, lines.join('\n'))
}

function toCommand(
  level: 'error' | 'warning',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeValue(value)}`)
  return `::${level} ${listed.join(',')}::${escapeMessage(message)}`
}

/** As the runner reads them back: https://docs.github.com/actions, "Workflow commands". */
function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeValue(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
