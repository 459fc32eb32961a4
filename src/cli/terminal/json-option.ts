import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { CommandFailure } from '../command-failure.js'
import type { Terminal } from './terminal.js'

/** An option that takes JSON: as text, `@file`, or `-` for standard input. */
export interface JsonOption {
  /** As it is typed, `--args`. */
  readonly name: string
  readonly given: string
  /** What to pass instead of what is not JSON. */
  readonly fix: string
}

/**
 * The JSON that an option was given.
 *
 * @throws CommandFailure when the file cannot be read, or it is not JSON.
 */
export async function readJsonOption(option: JsonOption, terminal: Terminal): Promise<unknown> {
  const { name, given, fix } = option
  const text = given === '-' ? await terminal.readInput() : readText(option, terminal.cwd)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new CommandFailure(`${name}: it is not JSON. ${fix}`, { cause })
  }
}

function readText({ name, given }: JsonOption, cwd: string): string {
  if (!given.startsWith('@')) return given
  const path = resolve(cwd, given.slice(1))
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CommandFailure(`${name}: the file ${path} cannot be read. Name a JSON file.`, {
      cause,
    })
  }
}
