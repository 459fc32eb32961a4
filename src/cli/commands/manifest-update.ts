import type { Command } from 'commander'

import { contractBook, contractsPath, joinBooks } from '../../manifest/contract/contract-book.js'
import { diffManifests } from '../../manifest/diff/diff-manifests.js'
import { parseManifest } from '../../manifest/read/parse-manifest.js'
import { updateManifest } from '../../manifest/write/update-manifest.js'
import { appCommand } from '../app-command.js'
import { loadApp } from '../app/load-app.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { findOpen } from '../manifest/find-open.js'
import { toChangesText } from '../manifest/changes-text.js'
import { findManifestPath, openManifest, writeManifest } from '../manifest/manifest-file.js'
import { jsonText } from '../terminal/json-text.js'

interface UpdateOptions extends AppOptions {
  readonly manifest?: string
  readonly add?: boolean
  readonly server?: string
}

/** `tallystick manifest update`: accepts what the code says now, keeping every word of the reviewer. */
export function updateCommand({ terminal }: CommandContext): Command {
  return appCommand('update', 'accepts the contracts of the code; keeps comments and words')
    .option('--manifest <file>', 'the manifest (default: what the app says, else tallystick.yaml)')
    .option('--add', 'also grant the tools that are not granted')
    .option('--server <name>', 'only the tools of this server')
    .action(async (options: UpdateOptions) => {
      const app = await loadApp(terminal.cwd, options.app)
      const { registry } = app
      const file = await openManifest(
        findManifestPath(app, options.manifest, terminal.cwd),
        terminal.cwd,
      )
      const { path, shown, manifest } = file
      const text = updateManifest(file.text, registry, {
        path: shown,
        addTools: options.add === true,
        server: options.server,
      })
      const contracts = joinBooks([file.contracts, contractBook(registry.definitions)])
      const changes = diffManifests(manifest, parseManifest(text, { path: shown }), {
        contracts,
        registry,
      })
      await writeManifest(path, text, { registry, contracts })
      const open = findOpen(registry, parseManifest(text, { path: shown }))
      terminal.print(
        options.json === true
          ? jsonText({ manifest: shown, changes, open })
          : `${toChangesText({ changes, open }, terminal)}\nWrote ${shown} and ${contractsPath(shown)}.`,
      )
    })
}
