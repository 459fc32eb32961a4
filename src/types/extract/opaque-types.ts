import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { dataMembers } from './data-members.js'
import { declarationsOf, languageSymbols, librarySymbols } from './type-symbols.js'

/** Instances that have members and still nothing that JSON carries. */
const opaque: ReadonlySet<string> = new Set([
  ...['Map', 'ReadonlyMap', 'Set', 'ReadonlySet', 'RegExp', 'Error'],
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Buffer', 'Blob'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Float16Array'],
  ...[
    'Int32Array',
    'Uint32Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
  ],
])

/** The name of a library's class whose instances no plain data can stand for; undefined for any other type. */
export function findOpaqueName(project: Project, type: ts.Type): string | undefined {
  const isKnown = languageSymbols(project, type).some(({ name }) => opaque.has(name))
  if (isKnown) return type.symbol.name
  const [nearest] = librarySymbols(project, type)
  return nearest !== undefined && !hasData(project, type) && hasMethods(project, type)
    ? type.symbol.name
    : undefined
}

/** The same, and of every class or interface that consists of methods, or comes with methods from a library. */
export function findInstanceName(project: Project, type: ts.Type): string | undefined {
  const name = findOpaqueName(project, type)
  if (name !== undefined || !hasMethods(project, type)) return name
  const isFromLibrary = librarySymbols(project, type)[0] === type.symbol
  if (hasData(project, type) && !(isFromLibrary && isInstance(project, type))) return undefined
  return type.symbol.name.startsWith('__') ? 'Object' : type.symbol.name
}

function isInstance({ compiler: { ts } }: Project, type: ts.Type): boolean {
  const isClass = (type.symbol.flags & ts.SymbolFlags.Class) !== 0
  // `interface URL` and `var URL` share one symbol.
  return isClass || (type.symbol.flags & ts.SymbolFlags.Variable) !== 0
}

function hasData(project: Project, type: ts.Type): boolean {
  const { checker } = project
  return dataMembers(project, type).length > 0 || checker.getIndexInfosOfType(type).length > 0
}

function hasMethods({ checker, compiler: { ts } }: Project, type: ts.Type): boolean {
  return checker.getPropertiesOfType(type).some((symbol) => {
    const isHidden = declarationsOf(symbol).some(
      (node) =>
        (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.NonPublicAccessibilityModifier) !== 0,
    )
    return !isHidden && (symbol.flags & ts.SymbolFlags.Method) !== 0
  })
}
