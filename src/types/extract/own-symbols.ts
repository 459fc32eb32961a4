import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type ts from 'typescript'

import { declarationsOf } from './type-symbols.js'

const packages = new WeakMap<ts.SourceFile, string | undefined>()

/** True for what this package declares under that name, in any copy and version of it. */
export function isOwnSymbol(symbol: ts.Symbol | undefined, name: string): boolean {
  if (symbol?.name !== name) return false
  return declarationsOf(symbol).some((node) => packageOf(node.getSourceFile()) === 'tallystick')
}

/** The name of the package whose library a file is part of; undefined for its tests and samples. */
function packageOf(file: ts.SourceFile): string | undefined {
  if (!packages.has(file)) packages.set(file, readPackageName(file.fileName))
  return packages.get(file)
}

function readPackageName(fileName: string): string | undefined {
  for (let folder = dirname(fileName); folder !== dirname(folder); folder = dirname(folder)) {
    const name = nameIn(join(folder, 'package.json'))
    if (name !== undefined) return isLibraryFile(fileName.slice(folder.length)) ? name : undefined
  }
  return undefined
}

function isLibraryFile(path: string): boolean {
  return /^[\\/](dist|src)[\\/]/.test(path)
}

function nameIn(path: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(path, 'utf8')) as { readonly name?: unknown }
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}
