import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'
import { mcpHandler, type ForeignServerFinding } from 'tallystick/mcp'
import { openGateway } from '../gateway.js'

/** The gateway as it listens, and what its operator was told. */
export interface Desk {
  readonly url: string
  /** What a person reviewed, by the names of the tools for clients. */
  readonly reviewed: readonly string[]
  readonly findings: readonly ForeignServerFinding[]
  readonly close: () => Promise<void>
}

/** Serves each agent of the manifest its own tools; who calls is known by a token alone. */
export async function openDesk(folder: string): Promise<Desk> {
  const findings: ForeignServerFinding[] = []
  let tellClients = (): void => undefined
  const { tools, manifest, close } = await openGateway({
    folder,
    report: (finding) => {
      // What is new at a server is not served, so it is no news to anybody.
      if (finding.kind === 'new-tool') return
      findings.push(finding)
      tellClients()
    },
  })
  const handler = mcpHandler(tools, {
    authenticate: ({ headers }) => findAgent(headers.get('authorization')),
    viewFor: ({ principal }, all) => all.forAgent(principal?.id ?? ''),
  })
  tellClients = handler.toolsChanged
  const listener = await handler.listen()
  const closeAll = async (): Promise<void> => {
    await handler.close()
    await listener.close()
    await close()
  }
  const reviewed = manifest.spec.tools.map(({ ref }) => tools.get(ref).id.name).sort()
  return { url: listener.url, reviewed, findings, close: closeAll }
}

/** Who may call, by their tokens. */
const agents: Readonly<Record<string, string>> = {
  'editor-token': 'editor',
  'reader-token': 'reader',
}

function findAgent(authorization: string | null) {
  const id = agents[authorization?.replace('Bearer ', '') ?? '']
  return id === undefined ? undefined : { principal: { id, kind: 'agent' as const } }
}

/** A client of the official SDK that comes over HTTP. */
export async function connect(url: string, token: string): Promise<Client> {
  const client = createClient()
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  )
  return client
}

/** A client of the official SDK that starts the gateway for itself. */
export async function start(folder: string): Promise<Client> {
  const client = createClient()
  const args = [fileURLToPath(new URL('../serve.js', import.meta.url)), folder]
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }),
  )
  return client
}

/** It speaks the newest revision that the server has. */
function createClient(): Client {
  return new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
}

/** Resolves when a client is told that there are other tools now. */
export async function toolsChanged(client: Client): Promise<() => Promise<void>> {
  let tell: () => void = () => undefined
  const told = new Promise<void>((resolve) => (tell = resolve))
  client.setNotificationHandler('notifications/tools/list_changed', () => tell())
  await client.listen({ toolsListChanged: true })
  return () => told
}
