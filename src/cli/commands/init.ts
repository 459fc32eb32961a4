import { relative, resolve } from 'node:path'
import { Command, Option } from 'commander'

import type { CommandContext } from '../command-context.js'
import { projectFiles, writeProject } from '../init/project-files.js'
import { templateNames, type TemplateName } from '../init/project-package.js'
import { readOwnPackage } from '../own-package.js'
import { jsonText } from '../terminal/json-text.js'

interface InitOptions {
  readonly template: TemplateName
  readonly json?: boolean
}

/** `tallystick init [folder]`: a new project that installs, tests and runs. */
export function initCommand({ terminal }: CommandContext): Command {
  return new Command('init')
    .description('writes a new project with two tools; never over files that are there')
    .argument('[folder]', 'where to (default: the folder it is run in)')
    .addOption(
      new Option(
        '--template <name>',
        'a program with an Inversify container, an MCP server, or a Nest app',
      )
        .choices(templateNames)
        .default('inversify'),
    )
    .option('--json', 'print JSON')
    .action((folder: string | undefined, { template, json }: InitOptions) => {
      const target = resolve(terminal.cwd, folder ?? '.')
      const files = projectFiles(target, template, readOwnPackage())
      writeProject(target, files)
      const paths = files.map(([path]) => path)
      const place = relative(terminal.cwd, target)
      const steps = [
        ...(place === '' ? [] : [`cd ${place}`]),
        ...['npm install', 'npm test', 'npm start'],
      ]
      if (json === true) terminal.print(jsonText({ folder: target, template, files: paths, steps }))
      else
        terminal.print([...paths.map((path) => `wrote ${path}`), '', 'next:', ...steps].join('\n'))
    })
}
