import { bindManifest } from '../../manifest/bind-manifest.js'
import type { Disagreement } from '../../manifest/check/disagreement.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { App } from '../app/app.js'
import { loadApp } from '../app/load-app.js'
import { CommandFailure } from '../command-failure.js'
import { findManifestPath, openManifest } from '../manifest/manifest-file.js'
import type { Terminal } from '../terminal/terminal.js'

/** What is served of an app. */
export interface ServedOptions {
  readonly app?: string
  readonly manifest?: string
  readonly manifestMode?: 'enforce' | 'warn'
  readonly agent?: string
}

/**
 * The registry of an app, bound to its reviewed manifest: there is none without one, as there is no `check` without one. In
 * mode `warn` only tools that code and manifest agree on are left, each disagreement being said.
 *
 * @throws CommandFailure when there is no app, or its registry is bound already.
 * @throws DefinitionError without a manifest, for an unknown agent, and in mode `enforce` for every disagreement.
 */
export async function openServed(
  options: ServedOptions,
  terminal: Terminal,
): Promise<ToolRegistry> {
  const app = await loadApp(terminal.cwd, options.app)
  if (app.registry.isBound) throw boundAlready(app)
  const path = findManifestPath(app, options.manifest, terminal.cwd)
  const mode = options.manifestMode ?? 'enforce'
  const bound = await bind(path, app.registry, { mode, terminal })
  return options.agent === undefined ? bound : bound.forAgent(options.agent)
}

/** What an app was bound to, and how strictly, nobody can tell from its registry: it would be served unchecked. */
function boundAlready({ file }: App): CommandFailure {
  return new CommandFailure(
    `${file}: its registry is bound to a manifest already, which \`serve\` cannot check. ` +
      'Export the registry as it was before bindManifest, or serve the bound one with serveStdio or mcpHandler.',
  )
}

async function bind(
  path: string,
  registry: ToolRegistry,
  { mode, terminal }: { readonly mode: 'enforce' | 'warn'; readonly terminal: Terminal },
): Promise<ToolRegistry> {
  const { manifest, contracts } = await openManifest(path, terminal.cwd)
  const found: Disagreement[] = []
  const bound = bindManifest(registry, manifest, {
    contracts,
    mode,
    report: (disagreements) => found.push(...disagreements),
  })
  for (const { message, fix } of found) terminal.warn(`warning: ${message} ${fix}`)
  const doubted = new Set(found.map(({ toolId }) => toolId))
  // What is said of the document as a whole may be about any of its tools.
  if (doubted.has(undefined)) return bound.filter(() => false)
  return bound.filter(({ id }) => bound.isGranted(id) && !doubted.has(id.toString()))
}
