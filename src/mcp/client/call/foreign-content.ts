import type { JsonValue } from '../../../schema/json.js'
import { isObject } from '../../../schema/is-object.js'
import type { AnyResult } from '../list/any-result.js'

/** What a result says in blocks of content: text, images, audio, resources and links to them. */
export type ForeignContent = readonly Readonly<Record<string, unknown>>[]

/** The blocks of a result without `_meta` and icons, which nobody reviews; none where it has none. */
function contentOf({ content }: AnyResult): ForeignContent {
  if (!Array.isArray(content)) return []
  return content.filter(isObject).map(withoutUnreviewed)
}

/**
 * The output of a result: its structured content. Without one, its only text, parsed where the tool promises more than
 * a text; else all of its blocks. Structured content that promises nothing keeps the blocks which say something else.
 */
export function outputOf(result: AnyResult, { isPromised }: { isPromised: boolean }): unknown {
  const { structuredContent } = result
  const content = contentOf(result)
  if (structuredContent === undefined) return plainOutput(content, { isPromised })
  const isMirrored = isPromised || content.every(({ type }) => type === 'text')
  return isMirrored ? structuredContent : { structuredContent, content }
}

/** The words of a result, as a model may read them. */
export function textOf(result: AnyResult, maxLength: number): string {
  const texts = contentOf(result).flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  )
  const { structuredContent } = result
  const structured = structuredContent === undefined ? '' : JSON.stringify(structuredContent)
  const whole = [...texts, ...(texts.includes(structured) ? [] : [structured])].join('\n').trim()
  return whole.length > maxLength ? `${whole.slice(0, maxLength)}…` : whole
}

function plainOutput(
  content: ForeignContent,
  { isPromised }: { readonly isPromised: boolean },
): unknown {
  const [only] = content
  if (only === undefined) return null
  const isText = content.length === 1 && only['type'] === 'text' && Object.keys(only).length === 2
  if (!isText) return { content }
  return isPromised ? parseOr(only['text']) : only['text']
}

/** A server of before structured content says the same as text. */
function parseOr(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as JsonValue
  } catch {
    return text
  }
}

function withoutUnreviewed(block: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(block).filter(([key]) => key !== '_meta' && key !== 'icons')
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === 'resource' && isObject(value) ? withoutUnreviewed(value) : value,
    ]),
  )
}
