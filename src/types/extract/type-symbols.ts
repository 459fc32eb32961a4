import type ts from 'typescript'

import type { Project } from '../project/open-project.js'

/** Where a symbol is declared; nowhere for one that the compiler makes. */
export function declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[] {
  return symbol.declarations ?? []
}

/** The symbols of a type and of all that it extends, nearest first. */
export function symbolsOf({ checker }: Project, type: ts.Type): readonly ts.Symbol[] {
  const found = new Set<ts.Symbol>()
  const pending: ts.Type[] = [type]
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    // The declarations promise a symbol that intersections and literals do not have.
    const symbol = next.symbol as ts.Symbol | undefined
    if (symbol === undefined || found.has(symbol)) continue
    found.add(symbol)
    const target = (next as Partial<ts.TypeReference>).target ?? next
    if (target.isClassOrInterface()) pending.push(...checker.getBaseTypes(target))
  }
  return [...found]
}

/** The symbols of a type and of those it extends that declaration files of libraries have, nearest first. */
export function librarySymbols(project: Project, type: ts.Type): readonly ts.Symbol[] {
  return symbolsOf(project, type).filter((symbol) =>
    declarationsOf(symbol).some((node) => isLibraryFile(project, node.getSourceFile())),
  )
}

/** Those that the language itself declares, or Node. */
export function languageSymbols(project: Project, type: ts.Type): readonly ts.Symbol[] {
  return symbolsOf(project, type).filter((symbol) =>
    declarationsOf(symbol).some((node) => isLanguageFile(project, node.getSourceFile())),
  )
}

function isLibraryFile(project: Project, file: ts.SourceFile): boolean {
  const isExternal = project.program.isSourceFileFromExternalLibrary(file)
  return isExternal || file.isDeclarationFile || isLanguageFile(project, file)
}

function isLanguageFile({ program }: Project, file: ts.SourceFile): boolean {
  return program.isSourceFileDefaultLibrary(file) || /\/@types\/node\//.test(file.fileName)
}
