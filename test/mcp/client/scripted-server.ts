import {
  InMemoryTransport,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'

/** A request as a scripted server sees it. */
export interface ScriptedRequest {
  readonly id: number
  readonly method: string
  readonly params: Record<string, unknown>
}

/** What a scripted server does with a message: whatever it wants, as many times as it wants. */
export interface Script {
  /** Answers `tools/list`; by default one tool `act`. */
  list?: (request: ScriptedRequest) => unknown
  /** Answers `tools/call`; undefined: nothing is answered. */
  call?: (request: ScriptedRequest, line: ScriptedLine) => unknown
}

/** The far end of a connection. */
export interface ScriptedLine {
  send(message: object): void
  end(): Promise<void>
}

/** A server that owes nothing to the SDK: it speaks 2025-11-25 and says whatever its script says. */
export interface ScriptedServer {
  readonly transport: () => Transport
  /** The methods of what was received, in order. */
  readonly received: string[]
  readonly requests: ScriptedRequest[]
  readonly lines: ScriptedLine[]
}

/** An error to answer with. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message = `code ${String(code)}`,
  ) {
    super(message)
  }
}

const oneTool = { tools: [{ name: 'act', inputSchema: { type: 'object' } }] }

export function scripted(script: Script = {}): ScriptedServer {
  const server: ScriptedServer = {
    ...{ received: [], requests: [], lines: [] },
    transport: () => {
      const [near, far] = InMemoryTransport.createLinkedPair()
      const line: ScriptedLine = {
        send: (message) => void far.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage),
        end: () => far.close(),
      }
      server.lines.push(line)
      far.onmessage = (message) => receive({ script, server, line }, message as never)
      return near
    },
  }
  return server
}

interface Scene {
  readonly script: Script
  readonly server: ScriptedServer
  readonly line: ScriptedLine
}

function receive(scene: Scene, request: ScriptedRequest): void {
  const { server, line } = scene
  server.received.push(request.method)
  server.requests.push(request)
  const { id } = request
  Promise.resolve()
    .then(() => answer(scene, request))
    .then(
      (result) => result !== undefined && line.send({ id, result: result as object }),
      (error: unknown) => {
        const code = error instanceof RpcError ? error.code : -32_603
        line.send({ id, error: { code, message: String(error) } })
      },
    )
}

function answer({ script, line }: Scene, request: ScriptedRequest): unknown {
  switch (request.method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'scripted', version: '1' },
      }
    case 'tools/list':
      return (script.list ?? (() => oneTool))(request)
    case 'tools/call':
      return script.call?.(request, line)
    default:
      return undefined
  }
}
