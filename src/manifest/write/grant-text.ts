import { Document } from 'yaml'

import { withoutInvisible } from '../check/invisible-characters.js'
import { contractDigest } from '../../registry/contract/contract.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { isUndescribed, undescribed } from '../undescribed.js'

/** The grant that a draft proposes: what the code says, for a person to review. */
export interface ProposedGrant {
  readonly grant: Readonly<Record<string, string>>
  /** What the reviewer is asked for; undefined where the code said everything. */
  readonly comment: string | undefined
}

/** Long lines stay lines, so that a diff shows a changed sentence and not a changed paragraph. */
export const yamlStyle = { lineWidth: 0, indentSeq: true } as const

const askForWords =
  ' The code does not say what it does. Say it here, for the model; until then the check fails.'

/** The proposed grant of a tool. Characters that nobody sees are left out of its texts. */
export function proposeGrant(definition: ToolDefinition): ProposedGrant {
  const { id, effect } = definition
  const title = withoutInvisible(definition.title ?? '').trim()
  const description = withoutInvisible(definition.description).trim()
  const grant = {
    ref: id.reference(),
    ...(title === '' ? {} : { title }),
    description: description === '' ? undescribed : description,
    effect,
    contract: contractDigest(definition),
  }
  return { grant, comment: isUndescribed(description) ? askForWords : undefined }
}

/** The grants as the items of a YAML list, each with its "- ", indented by `indent` columns. */
export function grantItems(definitions: readonly ToolDefinition[], indent: number): string {
  const proposals = definitions.map(proposeGrant)
  const document = new Document(proposals.map(({ grant }) => grant))
  proposals.forEach(({ comment }, index) => {
    const item = document.get(index) as { commentBefore?: string }
    if (comment !== undefined) item.commentBefore = comment
  })
  return indented(document, indent)
}

/** Any values as the items of a YAML list, indented likewise. */
export function listItems(values: readonly object[], indent: number): string {
  return indented(new Document(values), indent)
}

function indented(document: Document, indent: number): string {
  const lines = document.toString(yamlStyle).trimEnd().split('\n')
  return lines.map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`)).join('\n')
}
