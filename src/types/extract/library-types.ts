import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { Project } from '../project/open-project.js'
import { dataMembers } from './data-members.js'

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

/** The objects of the language that stand for a plain value. */
const boxes: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Object: { type: 'object' },
}

/** True for `Date` and what extends it. */
export function isDate(project: Project, type: ts.Type): boolean {
  return languageSymbols(project, type).some(({ name }) => name === 'Date')
}

/** What `String`, `Number`, `Boolean` and `Object` are as JSON. */
export function findBoxed(project: Project, type: ts.Type): JsonSchema | undefined {
  const [symbol] = languageSymbols(project, type)
  return symbol !== undefined && symbol === type.symbol && Object.hasOwn(boxes, symbol.name)
    ? boxes[symbol.name]
    : undefined
}

/** The type of the elements, for a class that extends `Array`. */
export function findElement(project: Project, type: ts.Type): ts.Type | undefined {
  const isArray = languageSymbols(project, type).some(({ name }) => /^(Readonly)?Array$/.test(name))
  return isArray ? type.getNumberIndexType() : undefined
}

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
    const isHidden = (symbol.declarations ?? []).some(
      (node) =>
        (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.NonPublicAccessibilityModifier) !== 0,
    )
    return !isHidden && (symbol.flags & ts.SymbolFlags.Method) !== 0
  })
}

/** The symbols of a type and of those it extends that declaration files of libraries have, nearest first. */
function librarySymbols(project: Project, type: ts.Type): readonly ts.Symbol[] {
  return symbolsOf(project, type).filter((symbol) =>
    (symbol.declarations ?? []).some((node) => isLibraryFile(project, node.getSourceFile())),
  )
}

/** Those of them that the language itself has, or Node. */
function languageSymbols(project: Project, type: ts.Type): readonly ts.Symbol[] {
  return symbolsOf(project, type).filter((symbol) =>
    (symbol.declarations ?? []).some((node) => isLanguageFile(project, node.getSourceFile())),
  )
}

function isLibraryFile(project: Project, file: ts.SourceFile): boolean {
  const isExternal = project.program.isSourceFileFromExternalLibrary(file)
  return isExternal || file.isDeclarationFile || isLanguageFile(project, file)
}

function isLanguageFile({ program }: Project, file: ts.SourceFile): boolean {
  return program.isSourceFileDefaultLibrary(file) || /\/@types\/node\//.test(file.fileName)
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
