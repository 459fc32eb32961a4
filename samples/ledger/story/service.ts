import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bindManifest, loadContracts, loadManifest } from 'tallystick/manifest'
import { sqliteJournal } from 'tallystick/journal'
import { createLedgerApp, type LedgerApp, type LedgerAppOptions } from '../app.js'
import type { ReviewedManifest } from './show-check.js'

/** The journal's times, short so that nobody has to wait for the story; left out they are 30 s and a minute. */
export const journalTimes = { leaseMs: 500, quietMs: 250 }

/** The app on the books and the journal of one folder. */
export function openApp(
  folder: string,
  options: Pick<LedgerAppOptions, 'innermost' | 'sink'> = {},
): Promise<LedgerApp> {
  const journal = sqliteJournal({ path: join(folder, 'calls.sqlite'), ...journalTimes })
  const dataFolder = new URL('../../data/', import.meta.url)
  return createLedgerApp({
    databasePath: join(folder, 'books.sqlite'),
    dataFolder,
    journal,
    ...options,
  })
}

/** The app as a deployment starts it: bound to what was reviewed. */
export async function openService(
  folder: string,
  options: Pick<LedgerAppOptions, 'innermost' | 'sink'> = {},
): Promise<LedgerApp> {
  const { manifest } = await openManifest('tallystick.yaml')
  const app = await openApp(folder, options)
  return { ...app, registry: bindManifest(app.registry, manifest) }
}

/** A manifest of this sample, with the reviewed contracts beside it. */
export async function openManifest(name: string): Promise<ReviewedManifest> {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url))
  return { name, manifest: await loadManifest(path), contracts: await loadContracts(path) }
}
