import { InMemoryTransport, type Transport } from '@modelcontextprotocol/client'

/** A server of one kind, in this process. */
export interface McpContestant {
  readonly name: string
  /** Serves the one tool that is called. */
  readonly serveTool: (transport: Transport) => Promise<unknown>
  /** Serves so many tools to be listed. */
  readonly serveMany: (transport: Transport, count: number) => Promise<unknown>
}

/** The client's half of a connection in memory whose other half is served. */
export async function openLink(
  serve: (transport: Transport) => Promise<unknown>,
): Promise<Transport> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  await serve(far)
  return near
}
