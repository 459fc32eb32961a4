import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolEvent } from 'tallystick'
import { bindManifest } from 'tallystick/manifest'
import type { Account } from './books/account.js'
import { play } from './story/play.js'
import { playCrashes } from './story/play-crashes.js'
import { proveStory, type Story } from './story/proofs.js'
import { crashes, script } from './story/script.js'
import { openApp, openManifest } from './story/service.js'
import { showBalances, showProofs } from './story/show-balances.js'
import { showCheck } from './story/show-check.js'
import { showCatalogue, showSchema, showTitle } from './story/show-catalogue.js'
import { showConversation } from './story/show-conversation.js'
import { showCrashes } from './story/show-crashes.js'
import type { PlayedStep } from './story/step.js'
import { Page } from './terminal/page.js'
import { paintFor } from './terminal/paint.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-ledger-'))
try {
  process.exitCode = await demonstrate(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Tells the whole story; the exit code says whether all of it held. */
async function demonstrate(folder: string): Promise<number> {
  const page = new Page(paintFor(process.stdout), (line) => console.log(line))
  const { before, played } = await converse(page, folder)
  const crashed = await playCrashes(crashes, folder)
  showCrashes(page, played.at(-1)?.accounts ?? before, crashed)
  const story = { before, played, crashes: crashed, ...(await lookBack(folder)) }
  showBalances(page, before, story.after)
  const proofs = proveStory(story)
  showProofs(page, proofs)
  return proofs.every(({ holds }) => holds) ? 0 : 1
}

interface Conversation {
  readonly before: readonly Account[]
  readonly played: readonly PlayedStep[]
}

/** The check, the catalogue and the calls of the model. */
async function converse(page: Page, folder: string): Promise<Conversation> {
  const events: ToolEvent[] = []
  const app = await openApp(folder, { sink: (event) => void events.push(event) })
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
    return { before, played }
  } finally {
    await app.close()
  }
}

/** The books and the journal, as somebody finds them who was not there. */
async function lookBack(folder: string): Promise<Pick<Story, 'after' | 'records'>> {
  const app = await openApp(folder)
  try {
    return { after: app.ledger.accounts(), records: await app.journal.list() }
  } finally {
    await app.close()
  }
}
