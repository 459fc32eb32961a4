import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { JournalRecord } from '../../../../src/journal/record/journal-record.js'
import { deniedRecord, sampleRecord } from '../sample-record.js'
import { denialQuery } from './lookups.js'
import { idsOf, type StoresNow } from './stores.js'

/** Texts that databases are known to lose or to take for one another. */
const awkwardTexts: readonly string[] = [
  '',
  'a\u0000b',
  'a',
  '\u0000',
  '\ud800',
  '\udfff',
  '\udc00\ud800',
  '\ufffd',
  '😀',
  '\\ud800',
  '\\u0000',
  '"quoted"',
  "it's",
  'É',
  'E\u0301',
  ' a ',
  '%_',
]

/** A record that has the text wherever a caller can put one. */
function recordOf(text: string): JournalRecord {
  return sampleRecord(`id ${text}`, {
    keyDigest: `key ${text}`,
    result: { status: 'output', value: { [text]: text } },
    call: { arguments: { [text]: [text] }, tenantId: text, callId: text, runId: text },
    by: text,
  })
}

/** What JSON may hold is kept, and nothing is taken for anything else. */
export function describeTexts(stores: StoresNow): void {
  const tenantIds = async (tenantId: string): Promise<string> =>
    idsOf(await stores().seen((table) => table.list({ tenantId })))

  it.each(awkwardTexts)('are kept as they are: %j', async (text) => {
    await stores().putAll(recordOf(text))
    expect(await stores().seen((table) => table.find(`id ${text}`))).toEqual(recordOf(text))
    const id = await stores().seen((table) => table.findByKey(`key ${text}`)?.id)
    expect(id).toBe(`id ${text}`)
  })

  it('are never taken for one another', async () => {
    await stores().putAll(...awkwardTexts.map(recordOf))
    for (const text of awkwardTexts) expect(await tenantIds(text)).toBe(`id ${text}`)
  })

  it('tell denials of calls and runs apart', async () => {
    await stores().putAll(
      ...awkwardTexts.map((text) => deniedRecord(`call ${text}`, { call: { callId: text } })),
      ...awkwardTexts.map((text) => deniedRecord(`run ${text}`, { call: { runId: text } })),
    )
    for (const text of awkwardTexts) {
      const [callId, runId] = [{ callId: text }, { runId: text }]
      const found = await stores().seen((table) => [
        table.findDenied({ ...denialQuery, runId: undefined, ...callId })?.id,
        table.findDenied({ ...denialQuery, ...runId })?.id,
      ])
      expect(found).toEqual([`call ${text}`, `run ${text}`])
    }
  })

  describeAnyValue(stores)
}

function describeAnyValue(stores: StoresNow): void {
  it('and values of any kind come back as they were', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    const surrogates = fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\0', 'a', '\\') })
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, surrogates), fc.jsonValue(), async (word, json) => {
        // JSON has no -0.
        const value = JSON.parse(JSON.stringify(json)) as never
        const record = { ...recordOf(word), answer: { value, atMs: 1 } }
        await stores().putAll(record)
        expect(await stores().seen((table) => table.find(record.id))).toEqual(record)
        const ofTenant = await stores().seen((table) => table.list({ tenantId: word }))
        expect(idsOf(ofTenant)).toBe(record.id)
      }),
    )
  })
}
