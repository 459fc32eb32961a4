import type ts from 'typescript'

import type { Project } from '../project/open-project.js'

/** The documentation comment of a symbol without its tags, in plain words; undefined where there is none. */
export function findDescription(
  { checker, program }: Project,
  symbol: ts.Symbol | undefined,
): string | undefined {
  const files = (symbol?.declarations ?? []).map((node) => node.getSourceFile())
  if (files.some((file) => program.isSourceFileDefaultLibrary(file))) return undefined
  const parts = symbol?.getDocumentationComment(checker) ?? []
  const text = parts.map(plainText).join('').replaceAll('\r\n', '\n').trim()
  return text === '' ? undefined : text
}

/** `{@link Ledger}` reads as the name it links to. */
function plainText({ kind, text }: ts.SymbolDisplayPart): string {
  if (kind === 'link') return ''
  return kind === 'linkText' ? text.trim() : text
}
