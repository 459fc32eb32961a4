import { Console } from 'node:console'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

import type { Terminal } from './terminal.js'

/** The terminal of this process. Colours only where standard output is a terminal and `NO_COLOR` is not set. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  endQuietlyWithReader()
  sendLogsToStandardError()
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

/** `tallystick list | head` closes the pipe while there is more to say; that is no failure. */
function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    throw error
  })
}

/** Standard output is for results; what the app logs while it starts would break JSON. */
function sendLogsToStandardError(): void {
  globalThis.console = new Console(process.stderr)
}

async function askYesOrNo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question} [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } catch {
    // Ctrl+C or the end of the input: nobody said yes.
    return false
  } finally {
    lines.close()
  }
}
