import { relative, sep } from 'node:path'

/** The path of a file from a folder, with `/`, so that it is the same on every machine. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}
