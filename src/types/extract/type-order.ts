import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { relativePath } from '../project/relative-path.js'

/**
 * Types in an order that depends on nothing but themselves. The compiler's own is that in which it met them, which a
 * change in any other file may turn.
 */
export function sortTypes(project: Project, types: readonly ts.Type[]): readonly ts.Type[] {
  const keyed = types.map((type) => [sortKey(project, type), type] as const)
  keyed.sort(([first], [second]) => compareKeys(first, second))
  return keyed.map(([, type]) => type)
}

type SortKey = readonly [file: string, position: number, text: string]

function sortKey({ folder, checker }: Project, type: ts.Type): SortKey {
  const symbol = type.symbol as ts.Symbol | undefined
  const [declaration] = symbol?.declarations ?? []
  if (declaration === undefined) return ['', 0, checker.typeToString(type)]
  const file = relativePath(folder, declaration.getSourceFile().fileName)
  return [file, declaration.pos, checker.typeToString(type)]
}

function compareKeys(first: SortKey, second: SortKey): number {
  const [file, position, text] = first
  const [otherFile, otherPosition, otherText] = second
  return compareTexts(file, otherFile) || position - otherPosition || compareTexts(text, otherText)
}

function compareTexts(first: string, second: string): number {
  if (first === second) return 0
  return first < second ? -1 : 1
}
