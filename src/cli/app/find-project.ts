import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What `--project` names, else the nearest folder with a `tsconfig.json`, from the folder of the command upwards. */
export function findProject(cwd: string, given: string | undefined): string {
  return given === undefined ? (nearestWithTsconfig(cwd) ?? cwd) : resolve(cwd, given)
}

function nearestWithTsconfig(folder: string): string | undefined {
  if (existsSync(join(folder, 'tsconfig.json'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : nearestWithTsconfig(parent)
}
