import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { ToolRegistry, type JsonValue } from '../../../src/index.js'
import { IdempotencyLayer, sqliteJournal } from '../../../src/journal/index.js'
import { mcpTools } from '../../../src/mcp/client/mcp-tools.js'
import { askingServer, form, type AskingServer } from './asking-server.js'

function journalFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'calls.db')
}

/** A process as far as the far side and the journal can tell: its own connection, registry and handle of the file. */
async function start(path: string, { fetch }: AskingServer) {
  const journal = sqliteJournal({ path })
  const tools = await mcpTools({
    ...{ server: 'far', transport: { url: 'http://far.test/mcp', fetch }, protocol: '2026-07-28' },
    tools: { act: { idempotencyKey: 'id' } },
    report: () => undefined,
  })
  const registry = ToolRegistry.empty()
    .register(...tools)
    .layer(new IdempotencyLayer(journal))
  const stop = async () => {
    await tools.close()
    await journal.close()
  }
  return { registry, journal, stop }
}

/** Asks in a first process, which ends then. */
async function askAndStop(path: string, far: AskingServer): Promise<string> {
  const { registry, stop } = await start(path, far)
  const outcome = await registry.dispatch('far/act', { id: 'o-1' })
  await stop()
  if (outcome.status !== 'suspended') throw new Error('it did not ask')
  return outcome.suspension.id ?? ''
}

/** The server behind something that lets no call pass, and notes the tokens. */
function refusingCalls(far: AskingServer, tokens: unknown[]): AskingServer {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = await request.clone().text()
    if (!body.includes('"tools/call"')) return far.fetch(request)
    const { params } = JSON.parse(body) as { params: { _meta: Record<string, unknown> } }
    tokens.push(params._meta['dev.tallystick/idempotency-key'])
    return new Response('no', { status: 429 })
  }
  return { ...far, fetch }
}

const answer: JsonValue = { account: 'A-1' }

describe('the question of a foreign server after a restart', () => {
  it('is answered to the server as it was asked, and the call ends', async () => {
    const path = journalFile()
    const far = askingServer({ which: form('Which account?', 'account') }, 'sealed by the server')
    const id = await askAndStop(path, far)
    const { registry, stop } = await start(path, far)
    expect(await registry.resume(id, answer, {})).toMatchObject({ value: 'done' })
    expect(far.seen.at(-1)).toMatchObject({
      arguments: { id: 'o-1' },
      inputResponses: { which: { action: 'accept', content: answer } },
      requestState: 'sealed by the server',
    })
    await stop()
  })

  it('is answered under one token, whichever process does it, and another one than the call', async () => {
    const path = journalFile()
    const far = askingServer({ which: form('Which account?', 'account') })
    const id = await askAndStop(path, far)
    const refused: unknown[] = []
    const second = await start(path, refusingCalls(far, refused))
    const failing = second.registry.resume(id, answer, {})
    await expect(failing).rejects.toMatchObject({ disposition: 'did-not-happen' })
    await second.stop()
    const third = await start(path, far)
    expect(await third.registry.resume(id, undefined, {})).toMatchObject({ value: 'done' })
    const [asked, answered] = far.seen.map(({ key }) => key)
    expect([refused, answered === asked]).toEqual([[answered], false])
    await third.stop()
  })

  it('gives its outcome to the same call, and is not asked again', async () => {
    const path = journalFile()
    const far = askingServer({ which: form('Which account?', 'account') })
    const id = await askAndStop(path, far)
    const second = await start(path, far)
    await second.registry.resume(id, answer, {})
    await second.stop()
    const third = await start(path, far)
    const outcome = await third.registry.dispatch('far/act', { id: 'o-1' })
    expect(outcome).toMatchObject({ value: 'done', deduplicatedFrom: expect.any(String) as string })
    expect(far.seen).toHaveLength(2)
    await third.stop()
  })

  it('is refused an answer that breaks its schema, and can be answered after that', async () => {
    const path = journalFile()
    const far = askingServer({ which: form('Which account?', 'account') })
    const id = await askAndStop(path, far)
    const { registry, stop } = await start(path, far)
    const refused = registry.resume(id, { account: 7 }, {})
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_ANSWER' })
    expect(far.seen).toHaveLength(1)
    expect(await registry.resume(id, answer, {})).toMatchObject({ value: 'done' })
    await stop()
  })

  it('is not answered to a server that offers another tool by then', async () => {
    const path = journalFile()
    const far = askingServer({ which: form('Which account?', 'account') })
    const id = await askAndStop(path, far)
    far.description = 'Something else.'
    const { registry, stop } = await start(path, far)
    const resumed = registry.resume(id, answer, {})
    await expect(resumed).rejects.toMatchObject({ code: 'CONTRACT_CHANGED' })
    expect(far.seen).toHaveLength(1)
    await stop()
  })

  it('may be followed by another one, over one more restart', async () => {
    const path = journalFile()
    const far = askingServer({ which: form('Which account?', 'account') })
    const id = await askAndStop(path, far)
    far.questions = [{ sure: form('Sure?', 'word') }]
    const second = await start(path, far)
    const outcome = await second.registry.resume(id, answer, {})
    await second.stop()
    if (outcome.status !== 'suspended') throw new Error('it did not ask again')
    expect(outcome.suspension.reason).toBe('The server "far" asks: Sure?')
    const third = await start(path, far)
    const ended = await third.registry.resume(outcome.suspension.id ?? '', { word: 'yes' }, {})
    expect(ended).toMatchObject({ value: 'done' })
    expect(far.seen.at(-1)?.inputResponses).toMatchObject({ sure: { content: { word: 'yes' } } })
    await third.stop()
  })
})
