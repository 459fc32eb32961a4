import { quoteName } from '../../errors/quoted-name.js'
import type { Finding } from './disagreement.js'
import { invisibleCharacters } from './invisible-characters.js'
import type { ReviewedText } from './reviewed-texts.js'

/** The grant, agent or document whose texts are looked at. */
export interface TextOwner {
  /** What messages begin with. */
  readonly subject: string
  readonly toolId: string | undefined
  readonly place?: Finding['place']
  /** What to do about a text that is wrong. */
  readonly where: string
}

const shownCharacters = 3

/** Texts with characters that a reviewer does not see: told by code point and offset, never the text itself. */
export function invisibleFindings(
  owner: TextOwner,
  texts: readonly ReviewedText[],
): readonly Finding[] {
  return texts.flatMap(({ place, text }) => {
    const found = invisibleCharacters(text)
    if (found.length === 0) return []
    const shown = found.slice(0, shownCharacters)
    const list = shown.map(({ codePoint, offset }) => `${codePoint} at ${offset.toString()}`)
    const more = found.length - shown.length
    const rest = more > 0 ? ` and ${more.toString()} more` : ''
    const message = `${owner.subject}: ${place} has characters that a reader does not see: ${list.join(', ')}${rest}.`
    return [toFinding(owner, 'invisible-text', { message, fix: `Remove them ${owner.where}.` })]
  })
}

/** Prose that names a tool the manifest does not grant: a model may take it for one it has. */
export function referenceFindings(
  owner: TextOwner,
  texts: readonly ReviewedText[],
  isGranted: (reference: string) => boolean,
): readonly Finding[] {
  return texts.flatMap(({ place, text }) =>
    referencesIn(text)
      .filter((reference) => !isGranted(reference))
      .map((reference) => {
        const message = `${owner.subject}: ${place} names ${quoteName(reference)}, which is not granted.`
        const fix = `Grant it, or name another tool ${owner.where}.`
        return toFinding(owner, 'ungranted-reference', { message, fix })
      }),
  )
}

/** `tool://…` up to white space or a quote, without the punctuation a sentence puts after it. Each once. */
function referencesIn(text: string): readonly string[] {
  const found = text.match(/tool:\/\/[^\s"'`<>()[\]{},;]*/giu) ?? []
  return [...new Set(found.map((reference) => reference.replace(/[.:!?*_]+$/, '')))]
}

function toFinding(
  { toolId, place }: TextOwner,
  kind: Finding['kind'],
  words: Pick<Finding, 'message' | 'fix'>,
): Finding {
  return { kind, toolId, ...words, ...(place === undefined ? {} : { place }) }
}
