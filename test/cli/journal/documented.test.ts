import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import { BankFolder } from './bank-folder.js'

const bank = new BankFolder()
const path = 'docs/command.md'
const principal = { id: 'support-bot', kind: 'agent', onBehalfOf: 'ben' } as const

/** The calls that the document is about, and how long ago what stands of them came to be. */
const calls = [
  { tool: 'note', invoice: 'INV-1', agoMs: 40 * 86_400_000 },
  { tool: 'wire', invoice: 'INV-4', agoMs: 5_400_000 },
  { tool: 'pay', invoice: 'INV-7', agoMs: 600_000 },
  { tool: 'pay', invoice: 'INV-8', agoMs: 300_000 },
  { tool: 'move', invoice: 'INV-9', agoMs: 240_000 },
  { tool: 'wire', invoice: 'INV-5', agoMs: 20_000 },
]

/** Ids are random; those of the document are made of what they stand for. */
function idOf(what: string): string {
  return createHash('md5').update(what).digest('hex')
}

function withKnownIds({ question, holder, ...record }: JournalRecord, name: string): JournalRecord {
  const suspensionId = idOf(`QUESTION-${name}`)
  return {
    ...{ ...record, id: idOf(`RECORD-${name}`) },
    ...(question && { question: { ...question, suspensionId } }),
    ...(holder && { holder: { ...holder, holderId: idOf('HOLDER'), processId: 4711 } }),
  }
}

const withoutStderr = '2>/dev/null'

/** What the commands of a block print, one after the other; a person says yes to all they are asked. */
async function runBlock(block: string): Promise<string> {
  const commands = block.split('\n').filter((line) => line.startsWith('$ '))
  const shown: string[] = []
  for (const command of commands) {
    const words = [...command.matchAll(/'[^']*'|\S+/g)].map(([word]) => word.replaceAll("'", ''))
    const options = { isInteractive: true, answer: true }
    const args = words.slice(4).filter((word) => word !== withoutStderr)
    const { stdout, stderr, questions } = await bank.runApp(args, options)
    const isTold = !words.includes(withoutStderr)
    const told = isTold ? stderr.replaceAll(bank.file, '/srv/bank/calls.db') : ''
    const asked = questions.map((question) => `${question} [y/N] y`)
    shown.push([command, told, ...asked, stdout].filter((text) => text !== '').join('\n'))
  }
  return shown.join('\n')
}

beforeEach(async () => {
  const now = Date.parse('2026-07-01T09:30:00Z')
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const { tool, invoice, agoMs } of calls) {
    vi.setSystemTime(now - agoMs)
    const name = `${tool}-${invoice}`
    const record = await bank.call(tool, invoice, { principal, callId: `call-${invoice}` })
    await bank.replace(record.id, (made) => withKnownIds(made, name))
  }
  vi.setSystemTime(now)
  return () => vi.useRealTimers()
}, 30_000)

describe('the document of the command', () => {
  it('shows what `tallystick journal` prints', async () => {
    let text = readFileSync(path, 'utf8')
    const blocks = [...text.matchAll(/(?<=```console\n)\$ npx tallystick journal [^]*?(?=\n```)/g)]
    expect(blocks).toHaveLength(8)
    for (const [block] of blocks) {
      const shown = await runBlock(block)
      text = text.replace(block, () => shown)
    }
    await expect(text).toMatchFileSnapshot(`../../../${path}`)
  }, 30_000)
})
