import type { Command } from 'commander'
import { resolve } from 'node:path'

import { manifestDigest } from '../../manifest/manifest-digest.js'
import { appCommand } from '../app-command.js'
import { loadApp } from '../app/load-app.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { findManifestPath, openManifest } from '../manifest/manifest-file.js'
import { shownPath } from '../terminal/shown-path.js'
import { jsonText } from '../terminal/json-text.js'

/** `tallystick manifest digest [file]`: the digest of everything that was reviewed. */
export function digestCommand({ terminal }: CommandContext): Command {
  return appCommand('digest', 'prints the digest of everything that was reviewed')
    .argument('[file]', 'the manifest (default: what the app says, else tallystick.yaml)')
    .action(async (file: string | undefined, { app, json }: AppOptions) => {
      const { cwd } = terminal
      const path =
        file === undefined
          ? findManifestPath(await loadApp(cwd, app), undefined, cwd)
          : resolve(cwd, file)
      const digest = manifestDigest((await openManifest(path, cwd)).manifest)
      terminal.print(json === true ? jsonText({ manifest: shownPath(path, cwd), digest }) : digest)
    })
}
