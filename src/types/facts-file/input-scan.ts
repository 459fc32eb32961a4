import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs'
import { join } from 'node:path'

import type { TypeFactInputs } from '../../tools/type-facts.js'

/** Which files of a folder count, without asking TypeScript: all of its language that the tsconfig does not exclude. */
export type ScanRule = Pick<TypeFactInputs, 'folders' | 'excluded'>

/** What a scan finds, by paths from its root, with `/`. */
export interface ScannedInputs {
  readonly files: readonly string[]
  /** The folders that were looked through. */
  readonly folders: readonly string[]
}

/**
 * The TypeScript files that lie in the folders now, through links as the compiler goes through them. A folder that can be
 * reached in several ways is looked through once, so that links in a circle come to an end.
 */
export function scanInputs(root: string, rule: ScanRule): ScannedInputs {
  const isExcluded = excludedBy(rule)
  const files: string[] = []
  const folders: string[] = []
  const visited = new Set<string>()
  const visit = (folder: string): void => {
    // A folder that is gone has no files; that its files are missing is seen by the digest.
    if (!isFolder(join(root, folder)) || !isFirst(visited, join(root, folder))) return
    folders.push(folder)
    for (const { name, isInner } of readEntries(join(root, folder))) {
      const path = folder === '.' ? name : `${folder}/${name}`
      if (isExcluded(path)) continue
      if (isInner) visit(path)
      else if (isScanned(path)) files.push(path)
    }
  }
  rule.folders.forEach(visit)
  return { files: files.sort(), folders: folders.sort() }
}

/** True for a file that a scan by this rule finds when it is there. */
export function isCovered(path: string, rule: ScanRule): boolean {
  const isInside = rule.folders.some((folder) => folder === '.' || path.startsWith(`${folder}/`))
  return isInside && !path.startsWith('../') && isScanned(path) && !isSkipped(path, rule)
}

function isSkipped(path: string, rule: ScanRule): boolean {
  const isExcluded = excludedBy(rule)
  const segments = path.split('/')
  return segments.some((_, index) => isExcluded(segments.slice(0, index + 1).join('/')))
}

function isScanned(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path)
}

function excludedBy({ excluded }: ScanRule): (path: string) => boolean {
  const patterns = excluded.map(toPattern)
  return (path) =>
    /(^|\/)(node_modules|\.(?!\.(\/|$))[^/]*)$/.test(path) ||
    patterns.some((pattern) => pattern.test(path))
}

/** A glob of a tsconfig: `**` for any folders, `*` and `?` within one name; what it names takes along all inside. */
function toPattern(glob: string): RegExp {
  const parts = glob
    .replace(/^\.\//, '')
    .replace(/\/(\*\*\/)?\*?$/, '')
    .split(/(\*\*\/?|\*|\?)/)
  return new RegExp(`^${parts.map(toPatternPart).join('')}$`)
}

function toPatternPart(part: string): string {
  if (part.startsWith('**')) return '(?:.*/)?'
  if (part === '*') return '[^/]*'
  if (part === '?') return '[^/]'
  return part.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
}

function isFirst(visited: Set<string>, folder: string): boolean {
  const count = visited.size
  return visited.add(realpathSync.native(folder)).size > count
}

interface FolderEntry {
  readonly name: string
  readonly isInner: boolean
}

/** In the order of their names, files first, so that every machine meets linked folders in the same order. */
function readEntries(folder: string): readonly FolderEntry[] {
  const entries = readFolder(folder).map((entry) => ({
    name: entry.name,
    isInner: entry.isSymbolicLink() ? isFolder(join(folder, entry.name)) : entry.isDirectory(),
  }))
  return entries.sort((first, second) => {
    return Number(first.isInner) - Number(second.isInner) || (first.name < second.name ? -1 : 1)
  })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function readFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    // The compiler passes over what it may not read, too.
    return []
  }
}
