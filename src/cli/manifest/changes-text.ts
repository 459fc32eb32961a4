import { describeContractChange } from '../../manifest/contract/contract-change.js'
import type { ManifestChange } from '../../manifest/diff/manifest-change.js'
import { paint, type Paint } from '../terminal/paint.js'
import type { Terminal } from '../terminal/terminal.js'

const paints = { high: 'bad', medium: 'caution', low: 'faint' } as const satisfies Record<
  ManifestChange['severity'],
  Paint
>

/** Changes for people, worst first. */
export function toChangesText(changes: readonly ManifestChange[], terminal: Terminal): string {
  if (changes.length === 0) return 'Nothing to accept.'
  return changes
    .flatMap(({ severity, message, changes: inside = [] }) => [
      `${paint(terminal, paints[severity], severity.padEnd(6))} ${message}`,
      ...inside.map((change) => `       ${describeContractChange(change)}`),
    ])
    .join('\n')
}
