// The gateway for one client, which starts this program: `node dist/serve.js <folder>`.
import { serveStdio } from 'tallystick/mcp'
import { openGateway } from './gateway.js'

const [folder = '.'] = process.argv.slice(2)

// #region serve
let tellClient = (): void => undefined // as long as nobody is served
const { tools, close } = await openGateway({
  folder,
  report: ({ server, message }) => {
    console.error(`${server}: ${message}`)
    tellClient() // that a tool was withdrawn, or is back
  },
})
const serving = await serveStdio(tools)
tellClient = serving.toolsChanged
await serving.closed
await close()
// #endregion serve
