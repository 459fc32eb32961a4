import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** A program that can be started with Node.js. */
export interface BuiltProgram {
  readonly file: string
  /** Takes away what was built. */
  remove(): void
}

/** Builds a program inside the package, where it finds the packages it imports. */
export async function buildProgram(source: URL): Promise<BuiltProgram> {
  mkdirSync(resolve('.tmp'), { recursive: true })
  const folder = mkdtempSync(resolve('.tmp', 'program-'))
  const file = join(folder, 'program.mjs')
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
