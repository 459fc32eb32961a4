import { existsSync } from 'node:fs'
import type { Command } from 'commander'

import { contractsPath } from '../../manifest/contract/contract-book.js'
import { draftManifest } from '../../manifest/write/draft-manifest.js'
import { appCommand } from '../app-command.js'
import { loadApp } from '../app/load-app.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { CommandFailure } from '../command-failure.js'
import { findManifestPath, writeManifest } from '../manifest/manifest-file.js'
import { shownPath } from '../terminal/shown-path.js'
import { jsonText } from '../terminal/json-text.js'

interface DraftOptions extends AppOptions {
  readonly manifest?: string
  readonly name?: string
  readonly stdout?: boolean
}

/** `tallystick manifest draft`: writes a manifest that grants every tool as its code declares it, to be reviewed. */
export function draftCommand({ terminal }: CommandContext): Command {
  return appCommand('draft', 'writes a manifest that grants every tool as it is, for review')
    .option('--manifest <file>', 'where to (default: what the app says, else tallystick.yaml)')
    .option('--name <name>', 'the name of the manifest')
    .option('--stdout', 'print it instead of writing it')
    .action(async (options: DraftOptions) => {
      const app = await loadApp(terminal.cwd, options.app)
      const { registry } = app
      const text = draftManifest(registry, { name: options.name })
      if (options.stdout === true) {
        terminal.print(text.trimEnd())
        return
      }
      const path = findManifestPath(app, options.manifest, terminal.cwd)
      assertFree(path)
      const shown = shownPath(path, terminal.cwd)
      await writeManifest(path, text, { registry })
      const tools = registry.definitions.length
      const contracts = shownPath(contractsPath(path), terminal.cwd)
      terminal.print(
        options.json === true
          ? jsonText({ manifest: shown, contracts, tools })
          : `Wrote ${shown} (tools: ${tools.toString()}) and ${contracts}. Review every grant before you commit both.`,
      )
    })
}

/** A reviewed document is never written over. */
function assertFree(path: string): void {
  const taken = [path, contractsPath(path)].find((file) => existsSync(file))
  if (taken === undefined) return
  throw new CommandFailure(
    `${taken}: it is there already. Change it with \`tallystick manifest update\`, or name another file with --manifest.`,
  )
}
