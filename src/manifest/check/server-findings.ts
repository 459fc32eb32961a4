import { quoteName } from '../../errors/quoted-name.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { isSameJson } from '../../schema/same-json.js'
import type { PinnedTransport } from '../../tools/foreign-tool.js'
import type { Manifest, ManifestServer } from '../manifest.js'
import { findPlace } from '../read/places.js'
import type { Finding } from './disagreement.js'

/** The servers that the tools of a registry come from, as a manifest pins them; not those whose transport the code makes. */
export function foreignServers({ definitions }: ToolRegistry): readonly ManifestServer[] {
  const servers = new Map<string, PinnedTransport>()
  for (const { id, foreign } of definitions) {
    if (foreign?.transport !== undefined) servers.set(id.server, foreign.transport)
  }
  return [...servers].map(([name, transport]) => ({ name, transport: normalTransport(transport) }))
}

/** Where foreign servers are not the ones that were reviewed. */
export function serverFindings(registry: ToolRegistry, { spec }: Manifest): readonly Finding[] {
  const pinned = new Map(spec.servers?.map((server) => [server.name, server]))
  return foreignServers(registry).flatMap((server) => {
    const reviewed = pinned.get(server.name)
    const subject = `server ${quoteName(server.name)}`
    if (reviewed === undefined) return [unlisted(subject)]
    if (isSameJson(normalTransport(reviewed.transport), server.transport)) return []
    return [{ ...drifted(subject), place: findPlace(reviewed) }]
  })
}

function unlisted(subject: string): Finding {
  return {
    kind: 'server-not-listed',
    toolId: undefined,
    message: `${subject}: its tools are there, and the manifest does not say how it is reached.`,
    fix: 'Review how it is reached, and list it with its `transport` in spec.servers.',
  }
}

function drifted(subject: string): Finding {
  return {
    kind: 'transport-drift',
    toolId: undefined,
    message: `${subject}: it is not reached in the way that was reviewed.`,
    fix: 'Reach it by the reviewed command or URL; or review the new one and write it in spec.servers.',
  }
}

/** No arguments, and arguments that are none, start one and the same program. */
function normalTransport(transport: ManifestServer['transport']): ManifestServer['transport'] {
  const { args = [], ...rest } = transport
  return args.length === 0 ? rest : { ...rest, args }
}
