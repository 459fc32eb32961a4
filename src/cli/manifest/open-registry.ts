import { existsSync } from 'node:fs'

import { bindManifest } from '../../manifest/bind-manifest.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { findManifestPath, openManifest } from './manifest-file.js'
import type { Terminal } from '../terminal/terminal.js'
import { loadApp } from '../app/load-app.js'

/** Which view of an app a command works on. */
export interface ViewOptions {
  readonly app?: string
  readonly manifest?: string
  readonly agent?: string
}

/** How a view is opened where code and manifest do not match: refused, or shown with a warning. */
export type ViewMode = 'enforce' | 'warn'

/**
 * The registry of an app as its agents have it: bound to the manifest where there is one and it is not bound already, narrowed to one agent where
 * that is asked for.
 *
 * @throws CommandFailure when there is no app.
 * @throws DefinitionError for mistakes of tools and manifest, an unknown agent, and in mode `enforce` every disagreement.
 */
export async function openRegistry(
  options: ViewOptions,
  terminal: Terminal,
  mode: ViewMode,
): Promise<ToolRegistry> {
  const app = await loadApp(terminal.cwd, options.app)
  const path = findManifestPath(app, options.manifest, terminal.cwd)
  const isExpected = options.manifest !== undefined || app.manifest !== undefined
  const bound =
    !app.registry.isBound && (isExpected || existsSync(path))
      ? await bindTo(path, app.registry, { terminal, mode })
      : app.registry
  return options.agent === undefined ? bound : bound.forAgent(options.agent)
}

async function bindTo(
  path: string,
  registry: ToolRegistry,
  { terminal, mode }: { readonly terminal: Terminal; readonly mode: ViewMode },
): Promise<ToolRegistry> {
  const { manifest, contracts } = await openManifest(path, terminal.cwd)
  const report = (disagreements: readonly unknown[]): void => {
    const { length } = disagreements
    const points = `${length.toString()} ${length === 1 ? 'point' : 'points'}`
    terminal.warn(`warning: code and manifest differ in ${points}; see \`tallystick check\`.`)
  }
  return bindManifest(registry, manifest, { contracts, mode, report })
}
