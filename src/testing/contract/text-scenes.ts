import assert from 'node:assert/strict'

import type { JsonValue } from '../../schema/json.js'
import {
  begins,
  claimOf,
  question,
  questionOf,
  recorded,
  stands,
  starts,
  type Scene,
  type Scenes,
} from './stage.js'

/** Texts that stores are known to lose, to cut, or to take for one another. */
const texts: Readonly<Record<string, string>> = {
  'U+0000': 'a\u0000b',
  'U+0000 alone': '\u0000',
  'a lone high surrogate': 'a\ud800',
  'a lone low surrogate': '\udfffb',
  'surrogates the wrong way round': '\udc00\ud800',
  'the escape of a surrogate, spelled out': '\\ud800',
  'the character that stands for what cannot be written': '\ufffd',
  'one letter of two code points': 'E\u0301',
  'a text with nothing in it': '',
  'a name that objects have by themselves': '__proto__',
}

function kept([what, text]: [string, string]): readonly [string, Scene] {
  const scene: Scene = async ({ first, second }) => {
    const value: JsonValue = [text, { [`k${text}`]: [text, null] }]
    const args = { [`k${text}`]: value }
    const changes = { keyDigest: text, call: { arguments: args, callId: `c${text}` } }
    const { record: parked } = await first.suspend(claimOf(await starts(first, changes)), {
      ...{ ...question, reason: text },
    })
    assert.ok(parked)
    const [shown] = await second.pending({ tenantId: parked.call.tenantId })
    assert.deepEqual([shown?.arguments, shown?.reason], [args, text])
    recorded(await second.answer({ ...questionOf(parked), value, by: text }))
    const going = await starts(second, changes)
    assert.deepEqual([going.call.arguments, going.answer?.value], [args, value])
    const result = { status: 'output', value } as const
    await second.settle(claimOf(going), result)
    await stands(first, going, { result })
    const { record } = await begins(first, 'settled', changes)
    assert.deepEqual(
      [record.result, record.answer?.by, record.call.arguments],
      [result, text, args],
    )
  }
  return [`texts: ${what} is kept in arguments, questions, answers and outputs`, scene]
}

/** What JSON may hold, every journal keeps. */
export const textScenes: Scenes = {
  ...Object.fromEntries(Object.entries(texts).map(kept)),

  'texts: two keys and two tenants that only look alike are two': async ({ first }) => {
    const alike = ['\ud800', '\udbff', '\ufffd', '\\ud800', 'a', 'a\u0000', 'a\u0000b', 'A', 'a ']
    const ids = new Set<string>()
    for (const text of alike) ids.add((await starts(first, { keyDigest: `k${text}` })).id)
    for (const text of alike) {
      const call = { tenantId: text }
      const { record } = await first.suspend(
        claimOf(await starts(first, { keyDigest: `t${text}`, call })),
        question,
      )
      ids.add(record?.id ?? '')
      assert.equal((await first.pending({ tenantId: text })).length, 1)
    }
    assert.equal(ids.size, 2 * alike.length)
  },
}
