import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolEvent } from 'tallystick'
import { bindManifest, loadContracts, loadManifest } from 'tallystick/manifest'
import { createLedgerApp } from './app.js'
import { play } from './story/play.js'
import { proveStory } from './story/proofs.js'
import { script } from './story/script.js'
import { showBalances, showProofs } from './story/show-balances.js'
import { showCheck, type ReviewedManifest } from './story/show-check.js'
import { showCatalogue, showSchema, showTitle } from './story/show-catalogue.js'
import { showConversation } from './story/show-conversation.js'
import { Page } from './terminal/page.js'
import { paintFor } from './terminal/paint.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-ledger-'))
try {
  process.exitCode = await demonstrate(join(folder, 'books.sqlite'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Tells the whole story; the exit code says whether all of it held. */
async function demonstrate(databasePath: string): Promise<number> {
  const page = new Page(paintFor(process.stdout), (line) => console.log(line))
  const events: ToolEvent[] = []
  const sink = (event: ToolEvent): void => void events.push(event)
  const dataFolder = new URL('../data/', import.meta.url)
  const app = await createLedgerApp({ databasePath, dataFolder, sink })
  try {
    const before = app.ledger.accounts()
    showTitle(page, before.length)
    const reviewed = await openManifest('tallystick.yaml')
    showCheck(page, app.registry, reviewed)
    showCheck(page, app.registry, await openManifest('tallystick.drifted.yaml'))
    const registry = bindManifest(app.registry, reviewed.manifest)
    showCatalogue(page, registry)
    showSchema(page, registry, 'ledger__postings')
    const played = await play(script, { ...app, registry }, events)
    showConversation(page, before, played)
    showBalances(page, before, app.ledger.accounts())
    const proofs = proveStory(before, played)
    showProofs(page, proofs)
    return proofs.every(({ holds }) => holds) ? 0 : 1
  } finally {
    app.close()
  }
}

/** A manifest of this folder, with the reviewed contracts beside it. */
async function openManifest(name: string): Promise<ReviewedManifest> {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url))
  return { name, manifest: await loadManifest(path), contracts: await loadContracts(path) }
}
