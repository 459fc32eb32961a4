import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type * as PaintModule from '../../samples/ledger/terminal/paint.js'
import type * as PlayModule from '../../samples/ledger/story/play.js'
import type * as ProofsModule from '../../samples/ledger/story/proofs.js'
import type * as ScriptModule from '../../samples/ledger/story/script.js'
import { booksOfTest, compiledLedger, importCompiled } from './compiled-ledger.js'

const temporaryFolder = mkdtempSync(join(tmpdir(), 'ledger-demonstration-'))
afterAll(() => rmSync(temporaryFolder, { recursive: true, force: true }))

const run = spawnSync(process.execPath, [fileURLToPath(new URL('main.js', compiledLedger))], {
  encoding: 'utf8',
  env: { ...process.env, TMPDIR: temporaryFolder },
})
const lines = run.stdout.split('\n')

/** The lines of one numbered step, from its title to the empty line. */
function stepLines(number: number): readonly string[] {
  const start = lines.findIndex((line) => line.startsWith(`${number.toString().padStart(3)}.  `))
  return lines.slice(start, lines.indexOf('', start))
}

/** The texts beside a label of a step, one for each time it stands there. */
function allBeside(number: number, label: string): readonly string[] {
  const blocks: string[][] = []
  for (const line of stepLines(number)) {
    if (/^ {6}\S/.test(line)) blocks.push([])
    blocks.at(-1)?.push(line)
  }
  return blocks
    .filter(([first]) => first?.startsWith(`      ${label} `))
    .map((block) => block.map((line) => line.slice(16)).join('\n'))
}

/** What stands beside a label of a step in the end. */
function besideLabel(number: number, label: string): string {
  return allBeside(number, label).at(-1) ?? ''
}

describe('the ledger demonstration', () => {
  it('ends with exit code 0, nothing on standard error, and every claim held', () => {
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines.filter((line) => line.startsWith('ok  '))).toHaveLength(7)
    expect(run.stdout).not.toContain('FAILED  ')
  })

  it('prints plain ASCII to a pipe, no line over 100 columns', () => {
    expect(lines.filter((line) => line.length > 100)).toEqual([])
    expect(run.stdout).toMatch(/^[\n\x20-\x7e]*$/)
  })

  it('removes the folder of its database', () => {
    expect(readdirSync(temporaryFolder)).toEqual([])
  })

  it('begins with the check, which the code passes', () => {
    const check = run.stdout.slice(0, run.stdout.indexOf('\n2. '))
    const rows = check.match(
      /^tool:\/\/ledger\/\w+ +(?:read|write) +(?:none|required) +c1-sha256:/gm,
    )
    expect(rows).toHaveLength(6)
    expect(check).toMatch(/^tool:\/\/ledger\/transfer +write +required +c1-/m)
    expect(check).toContain('Code and manifest agree: the service may start.')
  })

  it('shows a refusal to start: five disagreements, each with what to do', () => {
    const [, refusal = ''] = /\n2\. ([^]*)\n3\. /.exec(run.stdout) ?? []
    expect(refusal.match(/^ {4}fix: /gm)).toHaveLength(5)
    expect(refusal.match(/^ledger\/\w+: .*$/gm)).toEqual([
      expect.stringContaining('ledger/balance: grant.description has characters'),
      expect.stringContaining('ledger/close_account: it is granted as read'),
      expect.stringContaining('ledger/export_statement: it is implemented'),
      expect.stringContaining('ledger/refund: it is granted'),
      expect.stringContaining('ledger/transfer: its contract is another one'),
    ])
    expect(refusal).toMatch(/amountCents\.maximum: 500000 -> nothing \(widened\)/)
  })

  it('lists every tool with its effect, in the words that were reviewed', () => {
    const table = lines.filter((line) => /^ledger__\w+ +(read|write) /.test(line))
    expect(table.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['ledger__balance', 'read'],
      ['ledger__close_account', 'write'],
      ['ledger__export_statement', 'write'],
      ['ledger__open_account', 'write'],
      ['ledger__postings', 'read'],
      ['ledger__transfer', 'write'],
    ])
  })

  it('prints the schema of one tool as JSON', () => {
    const text = lines.slice(lines.indexOf('{'), lines.indexOf('}') + 1).join('\n')
    expect(JSON.parse(text)).toMatchObject({
      type: 'object',
      properties: {
        period: { properties: { from: { type: 'string', format: 'date-time' } } },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      required: ['period'],
      additionalProperties: false,
    })
  })

  it.each([
    [1, 'ledger__balance', 'output', '"balanceCents": 3135755'],
    [2, 'ledger__postings', 'output', '"date": "2026-03-18"'],
    [3, 'ledger__balance', 'INVALID_ARGUMENTS, did-not-happen', 'Did you mean "account"?'],
    [5, 'ledger__transfer', 'INVALID_ARGUMENTS, did-not-happen', 'ledger is not an argument'],
    [6, 'ledger__withdraw', 'UNKNOWN_TOOL, did-not-happen', 'There is no such tool.'],
    [7, 'ledger__transfer', 'output', '"amountCents": 125000'],
    [9, 'ledger__transfer', 'output', '"amountCents": 125000'],
    [10, 'ledger__transfer', 'TOOL_FAILED, did-not-happen', 'There is not enough money on'],
    [11, 'ledger__export_statement', 'TOOL_FAILED, in-doubt', 'The tool failed unexpectedly.'],
  ])('ends step %i, a call of %s, as %s', (number, wireName, outcome, text) => {
    expect(besideLabel(number, 'model')).toContain(wireName)
    expect(besideLabel(number, 'answer').split('\n')[0]).toBe(outcome)
    expect(besideLabel(number, 'answer')).toContain(text)
  })

  it('tells three violations of one call at once, each with its path', () => {
    const bullets = besideLabel(4, 'answer').match(/^- \S+/gm)
    expect(bullets).toEqual(['- period.to', '- category', '- limit'])
  })

  it('changes the books once for each transfer that was approved, and never otherwise', () => {
    const changes = Array.from({ length: 11 }, (_, index) => besideLabel(index + 1, 'books'))
    const moved = 'bank-main -1,250.00, bank-savings +1,250.00'
    const [same, unchanged] = [Array<string>(6).fill('unchanged'), 'unchanged']
    expect(changes).toEqual([...same, moved, unchanged, moved, unchanged, unchanged])
  })

  it('lets a transfer wait for a person, and go on once they approved', () => {
    const [waiting, done] = allBeside(7, 'answer')
    expect(waiting).toBe('suspended\nits grant asks for it (required)')
    expect(besideLabel(7, 'person')).toMatch(/^ada .* approves of it/)
    expect(done).toMatch(/^output\n/)
  })

  it('answers the same transfer from the journal, with the receipt of the first', () => {
    const [first, ...receipt] = besideLabel(8, 'answer').split('\n')
    expect(allBeside(8, 'answer')).toHaveLength(1)
    expect(first).toMatch(/^output, deduplicated from call-\w+-\w+$/)
    expect(receipt).toEqual(besideLabel(7, 'answer').split('\n').slice(1))
  })

  it.each([
    [12, ['cash-till -300.00, bank-main +300.00', 'unchanged', 'unchanged'], /^output, dedup/, 1],
    [13, ['unchanged', 'unchanged', 'bank-main -450.00, oven-fund +450.00'], /^output\n/, 2],
  ])(
    'moves the money of step %i once although its worker is killed',
    (number, books, end, tries) => {
      const [doubted, found] = allBeside(number, 'answer')
      expect(doubted).toMatch(/^IN_DOUBT, in-doubt\n/)
      expect(found).toMatch(end)
      expect(allBeside(number, 'books')).toEqual(books)
      expect(besideLabel(number, 'journal')).toBe(`settled with attempt ${tries}`)
    },
  )

  it('shows the planted secret to the operator and to nobody else', () => {
    const operator = besideLabel(11, 'operator')
    expect(operator).toContain('planted-secret')
    expect(run.stdout.replace(operator.replaceAll('\n', `\n${' '.repeat(16)}`), '')).not.toContain(
      'planted-secret',
    )
  })

  it('gives model and operator one reference', () => {
    const [reference] = /[0-9a-f]{12}(?=\.$)/.exec(besideLabel(11, 'answer')) ?? ['none']
    expect(besideLabel(11, 'operator')).toContain(`reference ${reference},`)
  })
})

describe('proveStory', () => {
  it('finds each claim broken by a story that breaks it', async () => {
    const { play } = (await importCompiled('story/play.js')) as typeof PlayModule
    const { crashes, script } = (await importCompiled('story/script.js')) as typeof ScriptModule
    const { proveStory } = (await importCompiled('story/proofs.js')) as typeof ProofsModule
    // Without the manifest nobody has to approve, and no worker was killed.
    const app = await booksOfTest()
    const before = app.ledger.accounts()
    const [first, ...rest] = await play(script, app, [])
    if (first === undefined) throw new Error('The script is empty.')
    const after = before.map((account) => ({ ...account, balanceCents: 1 }))
    const leaked = { ...first, answer: { status: 'output', value: 'planted-secret' } as const }
    const played = [{ ...leaked, expected: 'BUSY' as const }, ...rest]
    const told = { answer: leaked.answer, accounts: after }
    const lost = { killed: before, doubted: told, found: told, record: undefined }
    const crashed = crashes.map((crash) => ({ ...crash, ...lost }))
    const story = { before, played, crashes: crashed, after, records: [] }
    expect(proveStory(story).map(({ holds }) => holds)).toEqual(Array(7).fill(false))
  })
})

describe('paintFor', () => {
  const colours = { hasColors: () => true }
  it.each([
    ['a terminal with colour', { isTTY: true, ...colours }, '\u001b[31mno\u001b[39m'],
    ['a terminal without colour', { isTTY: true, hasColors: () => false }, 'no'],
    ['a pipe', colours, 'no'],
  ])('paints for %s as it can show it', async (_kind, stream, painted) => {
    const { paintFor } = (await importCompiled('terminal/paint.js')) as typeof PaintModule
    expect(paintFor(stream)('red', 'no')).toBe(painted)
  })
})
