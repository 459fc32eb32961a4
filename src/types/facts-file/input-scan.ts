import { readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'

import type { TypeFactInputs } from '../../tools/type-facts.js'

/** Which files of a folder count, without asking TypeScript: all of its language that the tsconfig does not exclude. */
export type ScanRule = Pick<TypeFactInputs, 'folders' | 'excluded'>

/** The TypeScript files that lie in the folders now, by sorted paths from `root`, with `/`. */
export function scanInputs(root: string, rule: ScanRule): readonly string[] {
  const isExcluded = excludedBy(rule)
  const found = new Set<string>()
  const pending = [...rule.folders]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readFolder(join(root, folder))) {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (isExcluded(path)) continue
      if (entry.isDirectory()) pending.push(path)
      else if (isScanned(path)) found.add(path)
    }
  }
  return [...found].sort()
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

function readFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    // A folder that is gone has no files; that its files are missing is seen by the digest.
    return []
  }
}
