import { DefinitionError } from '../../errors/definition-error.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { findProject } from '../app/find-project.js'
import { loadApp } from '../app/load-app.js'
import { CommandFailure } from '../command-failure.js'
import { readOwnPackage } from '../own-package.js'
import { readCompilerFlags } from '../../types/project/compiler-flags.js'
import { metadataFinding, tsconfigFinding } from './compiler-findings.js'
import type { Finding } from './finding.js'
import { packageFindings } from './package-findings.js'
import { nodeFinding, sqliteFinding } from './runtime-findings.js'

/** Where to look. */
export interface Examination {
  readonly cwd: string
  readonly app?: string
  readonly project?: string
}

/** Everything the doctor looks at, in the order it is told. An app that does not load is a finding, not a failure. */
export async function examine({ cwd, app, project }: Examination): Promise<readonly Finding[]> {
  const own = readOwnPackage()
  return [
    nodeFinding(process.versions.node, own.node),
    ...packageFindings(cwd, own),
    sqliteFinding(cwd),
    tsconfigFinding(() => readCompilerFlags(findProject(cwd, project))),
    ...(await appFindings(cwd, app)),
  ]
}

async function appFindings(cwd: string, app: string | undefined): Promise<readonly Finding[]> {
  try {
    const { registry } = await loadApp(cwd, app)
    return [
      { subject: 'app', state: 'good', message: describeApp(registry.definitions) },
      await metadataFinding(registry.definitions),
    ]
  } catch (error) {
    return [brokenApp(error)]
  }
}

function describeApp({ length }: readonly ToolDefinition[]): string {
  return length === 1 ? 'it has 1 tool.' : `it has ${length.toString()} tools.`
}

function brokenApp(error: unknown): Finding {
  const isKnown = DefinitionError.is(error) || error instanceof CommandFailure
  if (!isKnown) throw error
  return { subject: 'app', state: 'bad', message: error.message }
}
