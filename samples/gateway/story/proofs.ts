import type { ForeignServerFinding } from 'tallystick/mcp'
import type { Answer } from './talk.js'

/** Everything that happened. */
export interface Story {
  /** The names of the tools that were reviewed. */
  readonly reviewed: readonly string[]
  /** What each client sees at first, and the editor after a tool changed. */
  readonly seen: Readonly<Record<'editor' | 'reader' | 'later' | 'stdio', readonly string[]>>
  readonly answers: Readonly<Record<CallName, Answer>>
  readonly findings: readonly ForeignServerFinding[]
}

/** The calls of the story. */
export type CallName =
  | 'count'
  | 'report'
  | 'file'
  | 'memory'
  | 'sum'
  | 'weather'
  | 'quote'
  | 'unreviewed'
  | 'writeAsReader'
  | 'quoteAgain'
  | 'sumOverStdio'

/** Something the demonstration claims, and whether it held. */
export interface Proof {
  readonly claim: string
  readonly holds: boolean
}

/** What must be true in the end. */
export function proveStory(story: Story): readonly Proof[] {
  return claims.map(([claim, holdsIn]) => ({ claim, holds: holdsIn(story) }))
}

const claims: readonly (readonly [string, (story: Story) => boolean])[] = [
  [
    'Our own tools and those of four servers are one list: what was reviewed, and no more.',
    ({ seen, reviewed }) => isSame(seen.editor, reviewed),
  ],
  ['A call reaches each of the servers, and our own tools.', isEachReached],
  [
    'One call of a tool of ours left a file and a memory with other people.',
    ({ answers: { report, file, memory } }) =>
      isSame(report.structured, { number: 'R-1', path: 'R-1.md' }) &&
      file.text.includes('# Tides') &&
      memory.text.includes('R-1'),
  ],
  [
    'What was not reviewed is unknown, although a server has it.',
    ({ answers }) => answers.unreviewed.isUnknown,
  ],
  [
    'The reader sees what only reads, and what writes is unknown to it.',
    ({ seen: { reader }, answers }) =>
      reader.length > 0 &&
      !reader.some((name) => writing.includes(name)) &&
      answers.writeAsReader.isUnknown,
  ],
  ['A tool that became another one was withdrawn, and clients were told.', isWithdrawn],
  [
    'A client that starts the gateway over stdio has the same tools.',
    ({ seen, reviewed, answers }) =>
      isSame(seen.stdio, reviewed) && answers.sumOverStdio.text.includes('42'),
  ],
]

const writing = ['file_report', 'write_file', 'create_entities']

function isEachReached({ answers: { count, sum, weather, quote } }: Story): boolean {
  return (
    isSame(count.structured, { words: 4 }) &&
    sum.text.includes('42') &&
    quote.text === '5700' &&
    typeof weather.structured === 'object'
  )
}

function isWithdrawn({ reviewed, seen, answers, findings }: Story): boolean {
  const left = reviewed.filter((name) => name !== 'quote')
  const found = findings.map(({ kind, tool }) => [kind, tool])
  return (
    isSame(seen.later, left) &&
    answers.quoteAgain.isUnknown &&
    isSame(found, [['changed-tool', 'quote']])
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
