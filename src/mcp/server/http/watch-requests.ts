import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'

/**
 * Tells whether a client still waits for an answer over a transport, which is connected already. One that its client
 * cancelled is not answered.
 */
export function watchRequests(transport: Transport): () => boolean {
  const open = new Set<unknown>()
  const { onmessage } = transport
  const send = transport.send.bind(transport)
  transport.onmessage = (message: JSONRPCMessage, extra) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled') {
      open.delete(message.params?.['requestId'])
    }
    onmessage?.(message, extra)
  }
  transport.send = (message, options) => {
    if (!('method' in message)) open.delete(message.id)
    return send(message, options)
  }
  return () => open.size > 0
}
