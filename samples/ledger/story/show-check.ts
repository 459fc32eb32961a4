import type { ToolRegistry } from 'tallystick'
import {
  checkManifest,
  describeContractChange,
  type ContractBook,
  type Disagreement,
  type Manifest,
} from 'tallystick/manifest'
import { alignTable } from '../terminal/align-table.js'
import { pageWidth, type Page } from '../terminal/page.js'
import { wrapText } from '../terminal/wrap-text.js'

/** A manifest a person reviewed, with the contracts that lay before them. */
export interface ReviewedManifest {
  /** The name of its file. */
  readonly name: string
  readonly manifest: Manifest
  readonly contracts: ContractBook
}

/** Whether code and manifest match; where they do not, every way in which they differ. */
export function showCheck(
  page: Page,
  registry: ToolRegistry,
  { name, manifest, contracts }: ReviewedManifest,
): void {
  const disagreements = checkManifest(registry, manifest, { contracts })
  const agrees = disagreements.length === 0
  page.heading(agrees ? `1. The check: the code against ${name}` : `2. The same against ${name}`)
  if (agrees) {
    page.lines(alignTable(columns, grantRows(manifest), pageWidth))
    page.lines(['', 'Code and manifest agree: the service may start.'])
    return
  }
  page.lines(disagreements.flatMap((disagreement) => [...toLines(disagreement), '']))
  page.lines([`${disagreements.length} disagreements: a service bound to it does not start.`])
}

const columns = ['granted', 'effect', 'approval', 'reviewed contract'].map((title) => ({ title }))

function grantRows({ spec }: Manifest): readonly (readonly string[])[] {
  return spec.tools.map(({ ref, effect, approval, contract }) => [
    ref,
    effect ?? 'as declared',
    approval ?? 'none',
    `${contract?.slice(0, 'c1-sha256:'.length + 12) ?? 'not stated'}...`,
  ])
}

function toLines({ message, fix, changes = [] }: Disagreement): readonly string[] {
  return [
    ...wrapText(message, pageWidth),
    ...[...changes.map(describeContractChange), `fix: ${fix}`]
      .flatMap((text) => wrapText(text, pageWidth - 4))
      .map((line) => `    ${line}`),
  ]
}
