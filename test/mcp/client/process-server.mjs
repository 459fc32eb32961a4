// A foreign server as a child process, with faults by name.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [fault = 'none', file = ''] = process.argv.slice(2)
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const tools = [{ name: 'act', inputSchema: { type: 'object' } }]
const said = (text) => ({ content: [{ type: 'text', text }] })

/** Something that outlives its parent unless the whole group is ended. */
function fork() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  return child.pid
}

if (fault === 'stubborn') {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1000)
}

const calls = {
  none: () => said('done'),
  'last-words': (id) => {
    send({ id, result: said('goodbye') })
    process.exit(0)
  },
  env: () => said(JSON.stringify(process.env)),
  pid: () => said(String(process.pid)),
  stubborn: () => said(String(process.pid)),
  fork: () => said(`${process.pid} ${fork()}`),
  crash: () => process.exit(1),
  noise: () => {
    process.stdout.write('listening on port 80\n{"half": \n[]\n\n')
    return said('done')
  },
  large: () => said('x'.repeat(50_000_000)),
  'fork-and-crash': () => {
    const pid = fork()
    process.stderr.write('')
    return import('node:fs').then(({ writeFileSync }) => {
      writeFileSync(file, String(pid))
      process.exit(1)
    })
  },
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'server/discover' && fault === 'old') process.exit(1)
  if (method === 'initialize') {
    const { protocolVersion } = params
    send({
      id,
      result: {
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'far', version: '1' },
      },
    })
  } else if (method === 'tools/list') send({ id, result: { tools } })
  else if (method === 'tools/call') send({ id, result: await (calls[fault] ?? calls.none)(id) })
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } })
})
