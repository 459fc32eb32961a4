import type { ToolDefinition } from '../../tools/tool-definition.js'
import { ToolId } from '../../tools/tool-id.js'
import { contractOf } from '../../registry/contract/contract.js'
import type { ManifestGrant } from '../manifest.js'
import { findPlace } from '../read/places.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'
import { isUndescribed } from '../undescribed.js'
import type { Finding } from './disagreement.js'
import { contractTexts, textsIn } from './reviewed-texts.js'
import { invisibleFindings, referenceFindings, type TextOwner } from './text-findings.js'

/** What is wrong with the texts of a grant, and with those a model reads of its tool. */
export function textFindings(
  grant: ManifestGrant,
  definition: ToolDefinition | undefined,
  granted: ReadonlySet<string>,
): readonly Finding[] {
  const toolId = ToolId.parse(grant.ref)?.toString() ?? escapeUnprintable(grant.ref.slice(0, 64))
  const owner: TextOwner = {
    subject: toolId,
    toolId,
    place: findPlace(grant),
    where: 'in the manifest',
  }
  const code: TextOwner = { ...owner, place: undefined, where: 'in its code' }
  const shown = definition === undefined ? [] : contractTexts(contractOf(definition))
  const { title, description, ...rest } = grant
  const words = textsIn({ title, description }, 'grant')
  const isGranted = (reference: string): boolean => granted.has(reference)
  return [
    ...missingDescription(owner, description),
    ...invisibleFindings(owner, [...words, ...textsIn({ ...rest, ref: undefined }, 'grant')]),
    ...invisibleFindings(code, shown),
    ...referenceFindings(
      owner,
      [...words, ...textsIn(grant.arguments, 'grant.arguments')],
      isGranted,
    ),
    ...referenceFindings(code, shown, isGranted),
  ]
}

function missingDescription(
  { toolId, subject, place }: TextOwner,
  description: unknown,
): readonly Finding[] {
  if (!isUndescribed(description)) return []
  const message = `${subject}: its grant does not describe it, so a model has to guess what it does.`
  return [
    {
      kind: 'description-missing',
      toolId,
      message,
      fix: 'Write a description: what it does, and when to call it.',
      place,
    },
  ]
}
