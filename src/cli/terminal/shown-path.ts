import { relative, sep } from 'node:path'

/** A path as results show it: from the folder of the command, with `/`, so that it is the same on every machine. */
export function shownPath(path: string, cwd: string): string {
  return relative(cwd, path).split(sep).join('/') || '.'
}
