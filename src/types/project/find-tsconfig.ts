import { realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { DefinitionError } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'

/**
 * The path of the `tsconfig.json` that `project` names: the file, or the one in that folder. Symbolic links are
 * followed, as the compiler follows them, so that paths from its folder are the same everywhere.
 *
 * @throws DefinitionError when there is none.
 */
export function findTsconfig(project = '.'): string {
  const path = resolve(project)
  const file = isFolder(path) ? join(path, 'tsconfig.json') : path
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return realpathSync(file)
  const message = `there is no tsconfig at ${quoteName(project)}.`
  const fix = 'Pass the path of the tsconfig.json of the program, or of its folder.'
  throw new DefinitionError([{ subject: 'tallystick types', message, fix }])
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
