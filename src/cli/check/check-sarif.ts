import { disagreementKinds, type Disagreement } from '../../manifest/check/disagreement.js'
import { describeContractChange } from '../../manifest/contract/contract-change.js'
import type { CheckReport } from './check-report.js'
import { jsonText } from '../terminal/json-text.js'

const schema = 'https://json.schemastore.org/sarif-2.1.0.json'

/** A report as SARIF 2.1.0, which code scanners show. Every disagreement is an error, every lint a warning. */
export function toCheckSarif(
  { manifest, disagreements, lints }: CheckReport,
  version: string,
): string {
  const uri = encodeURI(manifest)
  const results = [
    ...disagreements.map((disagreement) => toResult(disagreement, uri)),
    ...lints.map(({ subject, message, fix }) => ({
      ruleId: 'lint',
      level: 'warning',
      message: { text: `${subject}: ${message} ${fix}` },
      locations: [toLocation(uri, undefined)],
    })),
  ]
  const rules = [...Object.keys(disagreementKinds), 'lint'].map((id) => ({ id }))
  const driver = { name: 'tallystick', version, rules }
  const log = { $schema: schema, version: '2.1.0', runs: [{ tool: { driver }, results }] }
  return jsonText(log)
}

function toResult(disagreement: Disagreement, uri: string): object {
  const { kind, message, fix, place, changes = [] } = disagreement
  const text = [message, ...changes.map(describeContractChange), fix].join('\n')
  return {
    ruleId: kind,
    level: 'error',
    message: { text },
    locations: [toLocation(uri, place)],
    properties: { severity: disagreement.severity, toolId: disagreement.toolId },
  }
}

function toLocation(uri: string, place: Disagreement['place']): object {
  const region = place && { startLine: place.line, startColumn: place.column }
  return { physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } }
}
