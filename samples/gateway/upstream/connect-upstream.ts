import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  mcpTools,
  type ForeignTools,
  type ForeignServerFinding,
  type McpStdioTransport,
} from 'tallystick/mcp'

/** Where other people's servers work, and who is told of them. */
export interface UpstreamOptions {
  /** The files that may be read and written, and the memory. */
  readonly folder: string
  readonly report: (finding: ForeignServerFinding) => void
}

/** Starts the servers behind the gateway; when one does not start, none is left running. */
export async function connectUpstream(options: UpstreamOptions): Promise<readonly ForeignTools[]> {
  const servers = Object.entries(upstreamServers(options.folder))
  const started = await Promise.allSettled(
    servers.map(([server, transport]) => mcpTools({ server, transport, report: options.report })),
  )
  const failed = started.find((each) => each.status === 'rejected')
  const upstream = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (failed === undefined) return upstream
  await Promise.allSettled(upstream.map((tools) => tools.close()))
  throw failed.reason
}

/** The manifest pins command and arguments; folder and environment belong to the machine. */
function upstreamServers(folder: string): Readonly<Record<string, McpStdioTransport>> {
  const rest = { cwd: folder, env: { PATH: searchPath }, stderr: 'ignore' } as const
  const memory = { ...rest.env, MEMORY_FILE_PATH: `${folder}/memory.jsonl` }
  return {
    files: { ...rest, command: 'mcp-server-filesystem', args: ['.'] },
    memory: { ...rest, command: 'mcp-server-memory', env: memory },
    everything: { ...rest, command: 'mcp-server-everything', args: ['stdio'] },
    partner: { ...rest, command: 'node', args: ['partner.js'], cwd: partnerFolder },
  }
}

const partnerFolder = fileURLToPath(new URL('../partner/', import.meta.url))
const installed = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url))
const searchPath = [installed, dirname(process.execPath), process.env['PATH']].join(delimiter)
