import { join, resolve } from 'node:path'

import type ts from 'typescript'

import type { TypeFactInputs } from '../../tools/type-facts.js'
import type { Project } from '../project/open-project.js'
import { relativePath } from '../project/relative-path.js'
import { factsFileName } from './facts-file-name.js'
import { isCovered, type ScanRule } from './input-scan.js'

/** What the facts of a program are made from, by paths that are the same on every machine. */
export function listInputs(
  project: Project,
  factsFile = join(project.folder, factsFileName),
): Omit<TypeFactInputs, 'digest'> {
  const rule = scanRule(project)
  const ownPath = relativePath(project.folder, resolve(factsFile))
  const files = new Set(project.configFiles.map((path) => relativePath(project.folder, path)))
  for (const source of project.program.getSourceFiles()) {
    const path = inputPath(project, source)
    // A program that imports its own facts would never be up to date.
    if (path === undefined || path === ownPath) continue
    if (!isCovered(path, rule)) files.add(path)
  }
  return { ...rule, files: [...files].sort() }
}

function scanRule(project: Project): ScanRule {
  const folders = project.wildcardFolders.map((path) => relativePath(project.folder, path) || '.')
  return { folders: outermost(folders).sort(), excluded: [...project.excluded].sort() }
}

/** Folders without those that lie in another one, whose files would count twice. */
function outermost(folders: readonly string[]): string[] {
  return folders.filter((folder) =>
    folders.every(
      (other) => other === folder || (other !== '.' && !folder.startsWith(`${other}/`)),
    ),
  )
}

/** The file that stands for a source: itself, or the `package.json` of the package it belongs to. */
function inputPath(project: Project, source: ts.SourceFile): string | undefined {
  // The standard library is the compiler's, which may be installed anywhere.
  if (project.program.isSourceFileDefaultLibrary(source)) return undefined
  const path = relativePath(project.folder, source.fileName)
  const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(source.fileName)?.[1]
  if (packageFolder === undefined) return path
  return relativePath(project.folder, join(packageFolder, 'package.json'))
}
