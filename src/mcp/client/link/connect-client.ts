import type { Client, Transport, VersionNegotiationMode } from '@modelcontextprotocol/client'

import { ownImplementation } from '../../own-implementation.js'
import type { McpToolsOptions } from '../mcp-tools-options.js'
import type { ClientSdk } from '../sdk.js'

/** What a connection is made with. */
export interface ConnectSpec {
  readonly sdk: ClientSdk
  readonly protocol: NonNullable<McpToolsOptions['protocol']>
  readonly timeout: number
  open(): Transport | Promise<Transport>
  onListChanged(): void
  /** Told when the server tells nothing of changed lists any more. */
  readonly onDeaf: (client: Client) => void
  onError(error: Error): void
  onClose(client: Client): void
}

/**
 * Connects to a server in the newest revision it has. One that ends over a question from after its time is asked in the
 * words of its own.
 *
 * @throws whatever the transport or the SDK rejects with.
 */
export async function connectClient(spec: ConnectSpec): Promise<Client> {
  const { SdkError, SdkErrorCode } = spec.sdk
  try {
    return await connectOnce(spec, modes[spec.protocol])
  } catch (error) {
    const mayBeOld = spec.protocol === 'auto' && SdkError.isInstance(error)
    if (!mayBeOld || error.code !== SdkErrorCode.EraNegotiationFailed) throw error
    return connectOnce(spec, 'legacy')
  }
}

const modes = {
  auto: 'auto',
  '2025': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
} as const satisfies Record<ConnectSpec['protocol'], VersionNegotiationMode>

async function connectOnce(spec: ConnectSpec, mode: VersionNegotiationMode): Promise<Client> {
  const client = createClient(spec, mode)
  const transport = await spec.open()
  try {
    await client.connect(transport, { timeout: spec.timeout, maxTotalTimeout: spec.timeout })
    await listen(client, spec)
  } catch (error) {
    client.onclose = () => undefined
    await transport.close().catch(() => undefined)
    throw error
  }
  return client
}

function createClient(spec: ConnectSpec, mode: VersionNegotiationMode): Client {
  const client = new spec.sdk.Client(ownImplementation(), {
    // Without it a server of 2026-07-28 may ask nothing in the middle of a call.
    capabilities: { elicitation: { form: {} } },
    // Old servers that do not answer what they do not know must leave time for the old way.
    versionNegotiation: { mode, probe: { timeoutMs: spec.timeout / 3 } },
  })
  // On 2025 sessions nobody can be asked: the call would have to wait for a person on an open connection.
  client.setRequestHandler('elicitation/create', () => ({ action: 'cancel' }))
  client.setNotificationHandler('notifications/tools/list_changed', () => spec.onListChanged())
  client.onerror = (error) => spec.onError(error)
  client.onclose = () => spec.onClose(client)
  return client
}

/** On 2026-07-28 a server tells of changes only to whoever asked it to. */
async function listen(client: Client, { onDeaf }: ConnectSpec): Promise<void> {
  const tells = client.getServerCapabilities()?.tools?.listChanged === true
  if (!tells || client.getProtocolEra() !== 'modern') return
  const { closed } = await client.listen({ toolsListChanged: true })
  void closed.then(() => onDeaf(client))
}
