import 'reflect-metadata'
import { fileURLToPath } from 'node:url'
import { Container } from 'inversify'
import { discoverTools, toolModule, type ToolRegistry } from 'tallystick'
import { bindManifest, loadManifest, type Manifest } from 'tallystick/manifest'
import { CountWords } from './tools/count-words.js'
import { FileReport } from './tools/file-report.js'
import { ReportNumbers } from './tools/report-numbers.js'
import { connectUpstream, type UpstreamOptions } from './upstream/connect-upstream.js'

/** Tools of our own and of other people. */
export interface OpenTools {
  readonly tools: ToolRegistry
  readonly manifest: Manifest
  /** Ends the servers behind them. */
  readonly close: () => Promise<void>
}

// #region gateway
/** Our own tools, and of other people's those that were reviewed. */
export async function openTools(options: UpstreamOptions): Promise<OpenTools> {
  const manifest = await loadManifest(manifestPath)
  const granted = new Set(manifest.spec.tools.map(({ ref }) => ref))
  const upstream = await connectUpstream(options) // mcpTools({ server, transport, report }) for each server
  const tools = ownTools()
    .register(...upstream.flat())
    .filter(({ id, source }) => source !== 'mcp' || granted.has(`tool://${id.toString()}`))
  const close = async (): Promise<void> => {
    await Promise.all(upstream.map((foreign) => foreign.close()))
  }
  return { tools, manifest, close }
}

/** Does not open where one of the tools is not what was reviewed. */
export async function openGateway(options: UpstreamOptions): Promise<OpenTools> {
  const { tools, manifest, close } = await openTools(options)
  try {
    return { tools: bindManifest(tools, manifest), manifest, close }
  } catch (error) {
    await close()
    throw error
  }
}
// #endregion gateway

function ownTools(): ToolRegistry {
  const container = new Container()
  container.bind(ReportNumbers).toSelf().inSingletonScope()
  container.load(toolModule(CountWords, FileReport))
  return discoverTools(container)
}

const manifestPath = fileURLToPath(new URL('../tallystick.yaml', import.meta.url))
