import type ts from 'typescript'

import type { Project } from '../project/open-project.js'

/** The documentation comment of a symbol without its tags, in plain words; undefined where there is none. */
export function findDescription(
  project: Project,
  symbol: ts.Symbol | undefined,
): string | undefined {
  const declarations = symbol?.declarations ?? []
  const files = declarations.map((node) => node.getSourceFile())
  if (files.some((file) => project.program.isSourceFileDefaultLibrary(file))) return undefined
  const parts = symbol?.getDocumentationComment(project.checker) ?? []
  const text = parts.map(plainText).join('').replaceAll('\r\n', '\n').trim()
  if (text !== '') return text
  return declarations.map((node) => inlineComment(project, node)).find((found) => found !== '')
}

/** `{@link Ledger}` reads as the name it links to, `{@link Ledger the books}` as the words. */
function plainText({ kind, text }: ts.SymbolDisplayPart, index: number, parts: Parts): string {
  if (kind === 'link') return ''
  if (kind === 'linkText') return text.trim()
  const next = parts[index + 1]
  const hasWords = next?.kind === 'linkText' && next.text.trim() !== ''
  return kind === 'linkName' && hasWords ? '' : text
}

type Parts = readonly ts.SymbolDisplayPart[]

/**
 * The comment of a member that stands on one line with what is before it, as in an interface of one line: the
 * compiler takes it for a remark on the brace.
 */
function inlineComment({ compiler: { ts } }: Project, node: ts.Declaration): string {
  const { text } = node.getSourceFile()
  const start = node.getStart()
  const comments = ts.getTrailingCommentRanges(text, node.pos) ?? []
  const last = comments.filter(({ pos }) => text.startsWith('/**', pos)).at(-1)
  if (last === undefined || text.slice(last.end, start).includes('\n')) return ''
  const inside = text.slice(last.pos + '/**'.length, last.end - '*/'.length)
  const lines = inside.split(/\r?\n/).map((line) => line.replace(/^\s*\*? ?/, ''))
  const tags = lines.findIndex((line) => line.startsWith('@'))
  return lines
    .slice(0, tags < 0 ? undefined : tags)
    .join('\n')
    .trim()
}
