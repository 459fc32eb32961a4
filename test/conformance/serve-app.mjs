// The command `tallystick serve` on the app of this folder, as a client starts it or as it listens by itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const cwd = fileURLToPath(new URL('app/', import.meta.url))
// One tool is not reviewed, so that there is one which must not be seen.
const serve = [command, 'serve', '--manifest-mode', 'warn']

/** What a client starts. */
export const overStdio = { command: process.execPath, args: [...serve, '--stdio'], cwd }

/** Starts the command on a port that is free. */
export async function listen() {
  const child = spawn(process.execPath, [...serve, '--http'], { cwd })
  const end = once(child, 'exit')
  return {
    url: await findUrl(child),
    close: async () => {
      child.kill()
      await end
    },
  }
}

async function findUrl({ stderr }) {
  for await (const line of createInterface(stderr)) {
    const [url] = /http:\S+/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('The command ended without listening.')
}
