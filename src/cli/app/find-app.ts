import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { CommandFailure } from '../command-failure.js'

const configNames = ['js', 'mjs', 'ts', 'mts'].map((ending) => `tallystick.config.${ending}`)

/**
 * The module that exports the app: the one that `--app` names, else the first `tallystick.config.*` in the folder of the
 * command or one above it, up to the first with a `package.json`.
 *
 * @throws CommandFailure saying which files were looked for.
 */
export function findApp(cwd: string, app: string | undefined): string {
  if (app === undefined) return findConfig(cwd)
  const path = resolve(cwd, app)
  if (existsSync(path) && statSync(path).isFile()) return path
  throw new CommandFailure(
    `--app: there is no file ${path}. Name the module that exports a \`registry\` or a \`container\`.`,
  )
}

function findConfig(cwd: string): string {
  const candidates = foldersUpwards(cwd).flatMap((folder) =>
    configNames.map((name) => join(folder, name)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (found !== undefined) return found
  const list = candidates.map((path) => `  ${path}`).join('\n')
  throw new CommandFailure(
    `no app was found. Looked for:\n${list}\n` +
      'Write one of them, or pass --app <file>; it exports a `registry` or a `container`.',
  )
}

function foldersUpwards(cwd: string): readonly string[] {
  const parent = dirname(cwd)
  if (existsSync(join(cwd, 'package.json')) || parent === cwd) return [cwd]
  return [cwd, ...foldersUpwards(parent)]
}
