import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect } from 'vitest'

import { fixture, run, type Run, type RunOptions } from './run.js'

/** A folder for each test, with the manifest of the shop in it. */
export interface ShopManifest {
  readonly folder: () => string
  readonly path: () => string
  /** Runs a command on the shop, with the manifest in the folder of the test. */
  readonly runShop: (args: readonly string[], options?: RunOptions) => Promise<Run>
  /** Changes the manifest as a person would, or as code would have changed under it. */
  readonly edit: (from: string | RegExp, to: string) => void
  readonly drafted: () => Promise<void>
}

/** Makes and removes the folders of the tests in the file that calls it. */
export function shopManifest(): ShopManifest {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cli-manifest-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })
  const path = (): string => join(folder, 'tools.yaml')
  const runShop: ShopManifest['runShop'] = (args, options = {}) => {
    const places = ['--app', fixture('shop.ts'), '--manifest', path()]
    return run([...args, ...places], { cwd: folder, ...options })
  }
  const edit: ShopManifest['edit'] = (from, to) => {
    const text = readFileSync(path(), 'utf8')
    expect(text).toMatch(from)
    writeFileSync(path(), text.replace(from, to))
  }
  const drafted = async (): Promise<void> => {
    await runShop(['manifest', 'draft'])
  }
  return { folder: () => folder, path, runShop, edit, drafted }
}
