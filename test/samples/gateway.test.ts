import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type * as ProofsModule from '../../samples/gateway/story/proofs.js'
import type { Answer } from '../../samples/gateway/story/talk.js'

const compiledGateway = new URL('../../samples/gateway/dist/', import.meta.url)
const temporaryFolder = mkdtempSync(join(tmpdir(), 'gateway-test-'))
afterAll(() => rmSync(temporaryFolder, { recursive: true, force: true }))

const run = spawnSync(process.execPath, [fileURLToPath(new URL('main.js', compiledGateway))], {
  encoding: 'utf8',
  env: { ...process.env, TMPDIR: temporaryFolder },
})
const lines = run.stdout.split('\n')

/** What a client got back for a call, as it is printed below. */
function answerTo(who: string, call: string): string | undefined {
  const at = lines.findIndex((line) => line.startsWith(`${who.padEnd(10)}${call} `))
  return lines[at + 1]?.replace(/^ +-> /, '')
}

/** The processes that work in a folder, where the system tells. */
function findProcessesIn(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => workingFolderOf(id).startsWith(folder))
}

function workingFolderOf(id: string): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`)
  } catch {
    return ''
  }
}

describe('the gateway demonstration', () => {
  it('ends with exit code 0, nothing on standard error, and every claim held', () => {
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines.filter((line) => line.startsWith('ok  '))).toHaveLength(7)
    expect(run.stdout).not.toContain('FAILED')
  })

  it('prints plain ASCII, no line over 100 columns', () => {
    expect(lines.filter((line) => line.length > 100)).toEqual([])
    expect(run.stdout).toMatch(/^[\n\x20-\x7e]*$/)
  })

  it('removes the folder of its files', () => {
    expect(readdirSync(temporaryFolder)).toEqual([])
  })

  it.runIf(process.platform === 'linux')('leaves no server running', () => {
    expect(findProcessesIn(temporaryFolder)).toEqual([])
    expect(findProcessesIn(fileURLToPath(compiledGateway))).toEqual([])
  })

  it.each([
    ['editor', 'count_words', '{"words":4}'],
    ['editor', 'file_report', '{"number":"R-1","path":"R-1.md"}'],
    ['editor', 'get-sum', 'The sum of 40 and 2 is 42.'],
    ['editor', 'quote', '5700'],
    ['editor', 'get-env', '-32602: Unknown tool'],
    ['reader', 'write_file', '-32602: Unknown tool'],
    ['client', 'get-sum', 'The sum of 40 and 2 is 42.'],
  ])('answers the %s who calls %s with %s', (who, call, answer) => {
    expect(answerTo(who, call)).toBe(answer)
  })
})

describe('proveStory of the gateway', () => {
  it('finds each claim broken by a story that breaks it', async () => {
    const url = new URL('story/proofs.js', compiledGateway)
    const { proveStory } = (await import(url.href)) as typeof ProofsModule
    const nothing: Answer = { text: '', isUnknown: false }
    const answers = new Proxy({}, { get: () => nothing }) as ProofsModule.Story['answers']
    const seen = { editor: ['move_file'], reader: ['write_file'], later: [], stdio: [] }
    const proofs = proveStory({ reviewed: ['quote'], seen, answers, findings: [] })
    expect(proofs.map(({ holds }) => holds)).toEqual(Array(7).fill(false))
  })
})
