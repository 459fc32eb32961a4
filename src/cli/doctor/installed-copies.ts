import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One installed copy of a package. */
export interface InstalledCopy {
  /** Its folder, symbolic links followed. */
  readonly folder: string
  readonly version: string
}

/** The copy of a package that a file in `folder` would import, or undefined. */
export function findCopy(folder: string, name: string): InstalledCopy | undefined {
  const copy = readCopy(join(folder, 'node_modules', name))
  const parent = dirname(folder)
  return copy ?? (parent === folder ? undefined : findCopy(parent, name))
}

/** Every copy of the named packages below `folder`, also nested ones and those of a pnpm store, by package. */
export function findAllCopies(
  folder: string,
  names: readonly string[],
): ReadonlyMap<string, readonly InstalledCopy[]> {
  const found = new Map(names.map((name) => [name, new Map<string, InstalledCopy>()]))
  const seen = new Set<string>()
  const visit = (modules: string): void => {
    const real = realFolder(modules)
    if (real === undefined || seen.has(real)) return
    seen.add(real)
    for (const [name, copies] of found) {
      const copy = readCopy(join(real, name))
      if (copy !== undefined) copies.set(copy.folder, copy)
    }
    for (const packageFolder of packageFolders(real)) visit(join(packageFolder, 'node_modules'))
  }
  visit(join(folder, 'node_modules'))
  return new Map([...found].map(([name, copies]) => [name, [...copies.values()]]))
}

function readCopy(folder: string): InstalledCopy | undefined {
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8')
    const { version } = JSON.parse(text) as { readonly version?: unknown }
    return { folder: realpathSync(folder), version: typeof version === 'string' ? version : '' }
  } catch {
    return undefined
  }
}

function packageFolders(modules: string): readonly string[] {
  return foldersIn(modules).flatMap((name) => {
    const folder = join(modules, name)
    if (name.startsWith('@')) return foldersIn(folder).map((scoped) => join(folder, scoped))
    // pnpm keeps each package as `.pnpm/<name>@<version>/node_modules/<name>`.
    if (name === '.pnpm') return foldersIn(folder).map((stored) => join(folder, stored))
    return name.startsWith('.') ? [] : [folder]
  })
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function realFolder(folder: string): string | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    ? realpathSync(folder)
    : undefined
}
