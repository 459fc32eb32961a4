import type { Disagreement } from '../../manifest/check/disagreement.js'
import { describeContractChange } from '../../manifest/contract/contract-change.js'
import type { ManifestChange } from '../../manifest/diff/manifest-change.js'
import { paint, type Paint } from '../terminal/paint.js'
import type { Terminal } from '../terminal/terminal.js'

/** What a reviewer is asked to accept, and what stays open whatever they accept. */
export interface Changes {
  readonly changes: readonly ManifestChange[]
  readonly open: readonly Disagreement[]
}

const paints = { high: 'bad', medium: 'caution', low: 'faint' } as const satisfies Record<
  ManifestChange['severity'],
  Paint
>

/** Changes for people, worst first. */
export function toChangesText({ changes, open }: Changes, terminal: Terminal): string {
  const lines = changes.flatMap(({ severity, message, changes: inside = [] }) => [
    `${paint(terminal, paints[severity], severity.padEnd(6))} ${message}`,
    ...inside.map((change) => `       ${describeContractChange(change)}`),
  ])
  const left = open.map(
    ({ message, fix }) => `${paint(terminal, 'caution', 'open')}   ${message} ${fix}`,
  )
  return [...(lines.length === 0 ? ['Nothing to accept.'] : lines), ...left].join('\n')
}
