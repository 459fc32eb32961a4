import { Option, type Command } from 'commander'

import { appCommand } from '../app-command.js'
import { loadApp } from '../app/load-app.js'
import { createCheckReport, type CheckReport } from '../check/check-report.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { exitCodes } from '../command-failure.js'
import { findManifestPath, openManifest } from '../manifest/manifest-file.js'
import { toCheckGithub } from '../check/check-github.js'
import { toCheckSarif } from '../check/check-sarif.js'
import { toCheckText } from '../check/check-text.js'
import { readOwnPackage } from '../own-package.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

const formats = ['text', 'json', 'github', 'sarif'] as const

interface CheckCommandOptions extends AppOptions {
  readonly manifest?: string
  readonly strict?: boolean
  readonly format?: (typeof formats)[number]
}

/** `tallystick check`: holds the tools of the app to the reviewed manifest. */
export function checkCommand({ terminal, exitWith }: CommandContext): Command {
  return appCommand('check', 'holds the tools of the app to the reviewed manifest')
    .option('--manifest <file>', 'the manifest (default: what the app says, else tallystick.yaml)')
    .option('--strict', 'also fail on lints: what says nothing to a model, keys nothing enforces')
    .addOption(new Option('--format <format>', 'how to print it').choices(formats).default('text'))
    .action(async (options: CheckCommandOptions) => {
      const app = await loadApp(terminal.cwd, options.app)
      const file = await openManifest(
        findManifestPath(app, options.manifest, terminal.cwd),
        terminal.cwd,
      )
      const isStrict = options.strict === true
      const report = createCheckReport(app.registry, file, { isStrict })
      const text = format(report, options, terminal)
      if (text !== '') terminal.print(text)
      if (!report.agrees) exitWith(exitCodes.failed)
    })
}

function format(report: CheckReport, options: CheckCommandOptions, terminal: Terminal): string {
  switch (options.json === true ? 'json' : (options.format ?? 'text')) {
    case 'json':
      return jsonText(report)
    case 'github':
      return toCheckGithub(report)
    case 'sarif':
      return toCheckSarif(report, readOwnPackage().version)
    case 'text':
      return toCheckText(report, terminal)
  }
}
