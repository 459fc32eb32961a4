import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { CommandFailure } from '../command-failure.js'
import type { OwnPackage } from '../own-package.js'
import { packageName, projectPackage, type TemplateName } from './project-package.js'

/** A file of a new project: its path in it, and what it holds. */
export type ProjectFile = readonly [path: string, text: string]

/** The folders of `templates/` that make each template; a later one has its way over an earlier one. */
const parts: Readonly<Record<TemplateName, readonly string[]>> = {
  inversify: ['common', 'container', 'inversify'],
  mcp: ['common', 'container', 'mcp'],
  nestjs: ['common', 'nestjs'],
}

/** The files of a template, for a project in a folder. */
export function projectFiles(
  folder: string,
  template: TemplateName,
  own: OwnPackage,
): readonly ProjectFile[] {
  const files = parts[template].flatMap((name) => filesIn(join(own.folder, 'templates', name)))
  const manifest = projectPackage(packageName(basename(folder)), template, own)
  return [['package.json', manifest], ...new Map(files)]
}

function filesIn(folder: string): readonly ProjectFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [toProjectPath(path.slice(folder.length + 1)), readFileSync(path, 'utf8')])
}

/** npm leaves files of this name out of packages. */
function toProjectPath(path: string): string {
  return path === '_gitignore' ? '.gitignore' : path
}

/**
 * Writes files into a folder, and none over another.
 *
 * @throws CommandFailure naming every file that is there already; nothing is written then.
 */
export function writeProject(folder: string, files: readonly ProjectFile[]): void {
  const present = files.map(([path]) => path).filter((path) => isThere(join(folder, path)))
  if (present.length > 0) {
    throw new CommandFailure(
      `init: ${folder} has ${present.join(', ')} already, and nothing is written over. Name another folder.`,
    )
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { flag: 'wx' })
  }
}

/** Also what is no file, and a link that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
