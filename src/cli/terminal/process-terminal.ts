import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

import type { Terminal } from './terminal.js'

/** The terminal of this process. Colours only where standard output is a terminal and `NO_COLOR` is not set. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  const isTerminal = stdout.isTTY
  return {
    cwd: process.cwd(),
    isInteractive: isTerminal && stdin.isTTY,
    hasColours: isTerminal && (env['NO_COLOR'] ?? '') === '',
    print: (line) => {
      stdout.write(`${line}\n`)
    },
    warn: (line) => {
      stderr.write(`${line}\n`)
    },
    readInput: () => text(stdin),
    confirm: askYesOrNo,
  }
}

async function askYesOrNo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question} [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
