import { resolve } from 'node:path'
import type { Command } from 'commander'

import { contractBook, joinBooks } from '../../manifest/contract/contract-book.js'
import { diffManifests } from '../../manifest/diff/diff-manifests.js'
import { parseManifest } from '../../manifest/read/parse-manifest.js'
import { updateManifest } from '../../manifest/write/update-manifest.js'
import { appCommand } from '../app-command.js'
import { loadApp } from '../app/load-app.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { CommandFailure, exitCodes } from '../command-failure.js'
import { findOpen } from '../manifest/find-open.js'
import { toChangesText, type Changes } from '../manifest/changes-text.js'
import { findManifestPath, openManifest } from '../manifest/manifest-file.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

interface DiffCommandOptions extends AppOptions {
  readonly manifest?: string
  readonly exitCode?: boolean
}

/** `tallystick manifest diff`: what a reviewer is asked to accept, by meaning. */
export function diffCommand({ terminal, exitWith }: CommandContext): Command {
  return appCommand('diff', 'says what the code asks the reviewer to accept, or compares two files')
    .argument('[before]', 'the manifest as it was reviewed')
    .argument('[after]', 'the manifest as it is proposed')
    .option('--manifest <file>', 'the manifest (default: what the app says, else tallystick.yaml)')
    .option('--exit-code', 'exit with 1 when there are changes')
    .action(
      async (
        before: string | undefined,
        after: string | undefined,
        options: DiffCommandOptions,
      ) => {
        const found = await findChanges([before, after], options, terminal)
        const isJson = options.json === true
        terminal.print(isJson ? jsonText(found) : toChangesText(found, terminal))
        const count = found.changes.length + found.open.length
        if (options.exitCode === true && count > 0) exitWith(exitCodes.failed)
      },
    )
}

async function findChanges(
  [before, after]: readonly [string | undefined, string | undefined],
  options: DiffCommandOptions,
  terminal: Terminal,
): Promise<Changes> {
  if (before === undefined) return diffWithCode(options, terminal)
  if (after !== undefined) return diffFiles(before, after, terminal)
  throw new CommandFailure(
    'diff: name two manifests, or none to compare the manifest with the code.',
  )
}

/** What an update would change, and what it would leave open: tools that are not granted, grants of none. */
async function diffWithCode(
  { app: name, manifest }: DiffCommandOptions,
  { cwd }: Terminal,
): Promise<Changes> {
  const app = await loadApp(cwd, name)
  const { registry } = app
  const file = await openManifest(findManifestPath(app, manifest, cwd), cwd)
  const text = updateManifest(file.text, registry, { path: file.shown })
  const contracts = joinBooks([file.contracts, contractBook(registry.definitions)])
  const proposed = parseManifest(text, { path: file.shown })
  const changes = diffManifests(file.manifest, proposed, { contracts, registry })
  return { changes, open: findOpen(registry, proposed) }
}

async function diffFiles(before: string, after: string, { cwd }: Terminal): Promise<Changes> {
  const [old, now] = await Promise.all([
    openManifest(resolve(cwd, before), cwd),
    openManifest(resolve(cwd, after), cwd),
  ])
  const contracts = joinBooks([old.contracts, now.contracts])
  return { changes: diffManifests(old.manifest, now.manifest, { contracts }), open: [] }
}
