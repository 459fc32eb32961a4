import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The major version of the TypeScript that a project is compiled with, read beside it without loading it; undefined
 * where it has none. The defaults of compiler options depend on it.
 */
export function findTypeScriptMajor(folder: string): number | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const major = readMajor(join(at, 'node_modules', 'typescript', 'package.json'))
    if (major !== undefined || at === dirname(at)) return major
  }
}

function readMajor(path: string): number | undefined {
  try {
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version?: unknown }
    return typeof version === 'string' ? Number.parseInt(version, 10) : undefined
  } catch {
    return undefined
  }
}
