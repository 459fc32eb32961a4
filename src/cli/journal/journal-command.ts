import type { Command } from 'commander'

import { appCommand } from '../app-command.js'
import type { AppOptions } from '../command-context.js'

/** The options that every command about a journal has. */
export interface JournalOptions extends AppOptions {
  readonly journal?: string
}

/** The options of a command about one record or question. */
export interface RecordOptions extends JournalOptions {
  readonly tenant?: string
}

/** The options of a command that writes what a person says. */
export interface WordOptions extends RecordOptions {
  readonly by?: string
  readonly yes?: boolean
}

/** The tenant of calls whose host names none. */
export const defaultTenant = 'default'

/** A command about a journal. */
export function journalSubcommand(name: string, description: string): Command {
  return appCommand(name, description).option(
    '--journal <file>',
    'the SQLite file of the journal (default: the journal of the app)',
  )
}

/** A command about one record or question of a tenant. */
export function recordCommand(name: string, description: string): Command {
  return journalSubcommand(name, description).option(
    '--tenant <id>',
    'the tenant it belongs to',
    defaultTenant,
  )
}

/** A command that writes what a person says, and asks before. */
export function wordCommand(name: string, description: string): Command {
  return recordCommand(name, description)
    .option('--by <name>', 'who says so, as the host of the app names people')
    .option('--yes', 'do not ask before it is recorded')
}
