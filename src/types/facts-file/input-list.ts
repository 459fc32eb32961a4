import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

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
  const sources = project.program.getSourceFiles().map((source) => sourceInput(project, source))
  const paths = [...sources, ...lookupInputs(project), ...typeRootInputs(project)].filter(
    // A program that imports its own facts would never be up to date.
    (path) => path !== undefined && path !== ownPath && !isCovered(path, rule),
  )
  const settings = [...project.configFiles, ...ownPackageFiles(project.folder)]
  const files = new Set([...settings.map((path) => relativePath(project.folder, path)), ...paths])
  return { ...rule, files: [...files].filter((path) => path !== undefined).sort() }
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
function sourceInput(project: Project, source: ts.SourceFile): string | undefined {
  // The standard library is the compiler's, which may be installed anywhere.
  if (project.program.isSourceFileDefaultLibrary(source)) return undefined
  return relativePath(project.folder, packageFile(source.fileName) ?? source.fileName)
}

/**
 * What is not there now and would change what an import means, and what was asked how a package resolves. Above the
 * project, where machines differ, what might be installed or describe a package counts only if it is there.
 */
function lookupInputs({ folder, lookups }: Project): readonly string[] {
  return [...lookups].flatMap((lookup) => {
    const installed = packageFile(lookup)
    const path = relativePath(folder, installed ?? lookup)
    const isAbove = path.startsWith('../')
    if (isAbove && installed !== undefined) return []
    return isAbove && basename(path) === 'package.json' && !existsSync(lookup) ? [] : [path]
  })
}

/** Folders of global types: those of the project, also before they are there, and those above it that are. */
function typeRootInputs({ folder, typeRoots }: Project): readonly string[] {
  return typeRoots
    .filter((root) => !relativePath(folder, root).startsWith('../') || existsSync(root))
    .map((root) => relativePath(folder, root))
}

/** The `package.json` that says how the modules of the program resolve, and where a nearer one would stand. */
function ownPackageFiles(folder: string): readonly string[] {
  const own = join(folder, 'package.json')
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'package.json')
    if (existsSync(path)) return [own, path]
  }
  return [own]
}

function packageFile(path: string): string | undefined {
  const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
  return packageFolder === undefined ? undefined : join(packageFolder, 'package.json')
}
