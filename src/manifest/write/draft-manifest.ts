import { Document } from 'yaml'

import type { ToolRegistry } from '../../registry/tool-registry.js'
import { commands } from '../commands.js'
import { foreignServers } from '../check/server-findings.js'
import { grantItems, listItems, yamlStyle } from './grant-text.js'

/** What a draft is called. */
export interface DraftOptions {
  /** @defaultValue `'agent-tools'` */
  readonly name?: string | undefined
  /** @defaultValue `'1.0.0'` */
  readonly version?: string | undefined
}

const schemaPath = './node_modules/tallystick/schemas/tallystick-manifest.v1.json'

/**
 * The text of a manifest that grants every tool of a registry as its code declares it, for a person to review. It
 * checks clean, but for two things only a person can settle: tools that the code does not describe, and texts that name
 * tools which are not there.
 *
 * @throws DefinitionError when a schema cannot be made.
 * @example
 * ```ts
 * await writeFile('tallystick.yaml', draftManifest(registry))
 * ```
 */
export function draftManifest(
  registry: ToolRegistry,
  { name = 'agent-tools', version = '1.0.0' }: DraftOptions = {},
): string {
  const head = new Document({
    apiVersion: 'tallystick/v1',
    kind: 'ToolManifest',
    metadata: { name, version },
  })
  const { definitions } = registry
  const servers = foreignServers(registry)
  const pinned = servers.length === 0 ? '' : `  servers:\n${listItems(servers, 4)}\n`
  const tools = definitions.length === 0 ? ' []' : `\n${grantItems(definitions, 4)}`
  return `${preamble}${head.toString(yamlStyle)}spec:\n${pinned}  tools:${tools}\n`
}

const preamble = [
  `# yaml-language-server: $schema=${schemaPath}`,
  '# The reviewed half of this deployment. Read every grant: its description steers the model, its contract is what',
  `# the tool takes and gives. A deployment whose code differs does not start; see \`${commands.check}\`.`,
  '',
].join('\n')
