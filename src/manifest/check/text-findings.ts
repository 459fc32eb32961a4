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

/** What ends a reference in prose: white space, quotes, brackets, dashes and the marks between words. */
const reference = /tool\s?:\s?\/\s?\/\s?[^\s"'`<>()[\]{},;|&\u2010-\u2027\u3001\u3002\uff0c]*/giu

/**
 * `tool://…` in any spelling a model would read as one (full-width letters, escapes of URLs and HTML), without the
 * punctuation a sentence puts after it. Each once.
 */
function referencesIn(text: string): readonly string[] {
  const found = toPlain(text).match(reference) ?? []
  const plain = found.map((each) => each.replaceAll(/\s/g, '').replace(/[^\p{L}\p{N}_-]+$/u, ''))
  return [...new Set(plain)]
}

function toPlain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/&#(?:x0*2f|0*47);/gi, '/')
    .replaceAll(/&#(?:x0*3a|0*58);/gi, ':')
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/%3a/gi, ':')
}

function toFinding(
  { toolId, place }: TextOwner,
  kind: Finding['kind'],
  words: Pick<Finding, 'message' | 'fix'>,
): Finding {
  return { kind, toolId, ...words, ...(place === undefined ? {} : { place }) }
}
