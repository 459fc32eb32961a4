import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ToolError } from 'tallystick'
import { onTestFinished } from 'vitest'
import type * as AppModule from '../../samples/ledger/app.js'
import type { LedgerApp } from '../../samples/ledger/app.js'

/** The sample as tsc compiled it: types come from its sources, code from here. */
export const compiledLedger = new URL('../../samples/ledger/dist/', import.meta.url)

/** Where the sample's books are filled from. */
export const dataFolder = new URL('../../samples/ledger/data/', import.meta.url)

/** A module of the compiled sample. */
export async function importCompiled(path: string): Promise<unknown> {
  return import(new URL(path, compiledLedger).href)
}

/** Fresh books in a folder of their own, closed and removed when `close` is called. */
export async function openBooks(): Promise<LedgerApp> {
  const { createLedgerApp } = (await importCompiled('app.js')) as typeof AppModule
  const folder = mkdtempSync(join(tmpdir(), 'ledger-test-'))
  const app = await createLedgerApp({ databasePath: join(folder, 'books.sqlite'), dataFolder })
  const close = async (): Promise<void> => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...app, close }
}

/** Fresh books for one test. */
export async function booksOfTest(): Promise<LedgerApp> {
  const app = await openBooks()
  onTestFinished(() => app.close())
  return app
}

/** How a call ended: its value, or what a model is told. */
export async function callTool(
  { registry }: LedgerApp,
  name: string,
  input: unknown,
): Promise<{ readonly status: string; readonly [key: string]: unknown }> {
  try {
    return { ...(await registry.dispatch(`ledger/${name}`, input)) }
  } catch (error) {
    if (!ToolError.is(error)) throw error
    const { code, disposition, modelText, issues } = error
    return { status: code, disposition, modelText, paths: issues.map(({ path }) => path) }
  }
}
