import { describe, expect, it, onTestFinished } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import { bindManifest } from '../../../src/manifest/bind-manifest.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend } from '../../../src/tools/suspension.js'
import { rejection } from '../../registry/tools.js'
import { idOf } from '../approval/bank.js'
import { JournalFolder } from '../store/journal-folder.js'

const folder = new JournalFolder()
const output = {
  type: 'object',
  properties: { claim: { type: 'string' } },
  required: ['claim'],
} as const
const courier = { principal: { id: 'courier', kind: 'service' } } as const
const done = { tool: 'bank/pay', output: { claim: 'c-1' } }

/** One process that has the journal file open. */
function open() {
  const journal = sqliteJournal({ path: folder.file() })
  onTestFinished(() => journal.close())
  const pay = defineTool<{ claim: string }>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'claim' },
    inputSchema: { type: 'object', properties: output.properties, required: ['claim'] },
    outputSchema: output,
    call: () => suspend({ reason: 'Paid by the bank.', inputSchema: output, external: true }),
  })
  const tools = [
    {
      ...{ ref: 'tool://bank/pay', description: 'Pays.' },
      completions: { trust: ['courier'], requireEqual: ['claim'] },
    },
  ]
  const registry = bindManifest(
    ToolRegistry.empty().register(pay).layer(new IdempotencyLayer(journal)),
    {
      ...{ apiVersion: 'tallystick/v1', kind: 'ToolManifest' },
      ...{ metadata: { name: 'bank', version: '1.0.0' }, spec: { tools } },
    },
    { mode: 'warn', report: () => undefined },
  )
  return { registry, journal, call: () => registry.dispatch('bank/pay', { claim: 'c-1' }) }
}

describe('a call that is carried out elsewhere', () => {
  it('[EFF-10] is settled by word to another process, and answers the same call from then on', async () => {
    const before = open()
    const id = idOf(await before.call())
    await before.journal.close()
    const after = open()
    expect(await after.registry.complete(id, done, courier)).toMatchObject({ value: done.output })
    expect(await after.call()).toMatchObject({
      value: done.output,
      deduplicatedFrom: expect.anything() as string,
    })
    expect(await after.journal.list()).toMatchObject([{ state: 'settled', by: 'courier' }])
  })

  it('[EFF-10] takes word once, also where two report at the same time', async () => {
    const [one, two] = [open(), open()]
    const id = idOf(await one.call())
    const words = await Promise.allSettled(
      [one, two].map(({ registry }) => registry.complete(id, done, courier)),
    )
    expect(words.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('[EFF-10] takes no answer, no approval and no word that is not true of it', async () => {
    const { registry, journal, call } = open()
    const id = idOf(await call())
    const question = { suspensionId: id, tenantId: 'default' }
    expect(await journal.approve({ ...question, by: 'ann' })).toMatchObject({ status: 'refused' })
    expect(await journal.answer({ ...question, value: done.output })).toMatchObject({
      status: 'refused',
    })
    const other = { ...done, output: { claim: 'c-2' } }
    expect(await rejection(registry.complete(id, other, courier))).toMatchObject({
      code: 'INVALID_ANSWER',
    })
    expect(await registry.resumeAnswered()).toEqual([])
    expect(idOf(await call())).toBe(id)
  })
})
