import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'

import { findJournal } from '../../journal/idempotency/call-records.js'
import type { Journal } from '../../journal/journals/journal.js'
import { sqliteJournal } from '../../journal/journals/sqlite-journal.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { findApp } from '../app/find-app.js'
import { CommandFailure, exitCodes } from '../command-failure.js'
import { openRegistry } from '../manifest/open-registry.js'
import type { Terminal } from '../terminal/terminal.js'
import type { JournalOptions } from './journal-command.js'

/** A journal, and the app that writes to it where it is at hand. */
export interface OpenJournal {
  readonly journal: Journal
  readonly registry: ToolRegistry | undefined
}

/**
 * Works on the journal that `--journal` names, without the app unless `--app` names one, else on that of the app. Nothing
 * is created.
 *
 * @throws CommandFailure saying what was looked for where there is no journal.
 * @throws JournalFault when it cannot be used.
 */
export async function withJournal(
  options: JournalOptions,
  terminal: Terminal,
  work: (open: OpenJournal) => Promise<void>,
): Promise<void> {
  const { journal: file } = options
  if (file === undefined) return work(await openOfApp(options, terminal))
  const path = resolve(terminal.cwd, file)
  assertThere(path, '--journal: ')
  const registry = options.app === undefined ? undefined : await openApp(options, terminal)
  const journal = sqliteJournal({ path })
  try {
    await work({ journal, registry })
  } finally {
    await journal.close()
  }
}

async function openOfApp(options: JournalOptions, terminal: Terminal): Promise<OpenJournal> {
  const file = findAppFile(options, terminal)
  const registry = await openApp(options, terminal)
  const { callRecords } = registry
  if (callRecords === undefined) throw withoutLayer(file, registry)
  const journal = findJournal(callRecords)
  if (journal === undefined) throw ofAnotherCopy(file)
  // Only a file has a path for a name. The app would create it with its first record.
  if (isAbsolute(journal.name)) assertThere(journal.name, `${file}: its journal: `)
  if (journal.name === 'memory') {
    terminal.warn('warning: the journal of the app is in memory, and each process has its own.')
  }
  return { journal, registry }
}

function openApp({ app }: JournalOptions, terminal: Terminal): Promise<ToolRegistry> {
  return openRegistry(app === undefined ? {} : { app }, terminal, 'warn')
}

function findAppFile({ app }: JournalOptions, { cwd }: Terminal): string {
  try {
    return findApp(cwd, app)
  } catch (cause) {
    if (!(cause instanceof CommandFailure)) throw cause
    const message = `no journal was found: --journal names none, and ${cause.message}`
    throw new CommandFailure(`${message} Or pass --journal <file>.`, { cause })
  }
}

function assertThere(path: string, subject: string): void {
  if (existsSync(path)) return
  throw new CommandFailure(
    `${subject}there is no file ${path}, and none was created. ` +
      'Name the file that the app keeps its journal in; it exists from the first call on.',
  )
}

function withoutLayer(file: string, { layerNames }: ToolRegistry): CommandFailure {
  const layers = layerNames.length === 0 ? 'none' : layerNames.join(', ')
  return new CommandFailure(
    `${file}: no journal was found. Looked for --journal <file>, and for an IdempotencyLayer among the layers of the app ` +
      `(${layers}). Pass the one, or register the other.`,
    { exitCode: exitCodes.failed },
  )
}

function ofAnotherCopy(file: string): CommandFailure {
  return new CommandFailure(
    `${file}: its IdempotencyLayer was made by another copy of tallystick than this command. ` +
      'Run the command of the project: npx tallystick. Or pass --journal <file>.',
  )
}
