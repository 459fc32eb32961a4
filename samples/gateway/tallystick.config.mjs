// What the `tallystick` command works on: the tools of the gateway, with files and memory that are nobody's.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTools } from './dist/gateway.js'

export async function registry() {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-gateway-'))
  const { tools } = await openTools({ folder, report: ({ message }) => console.error(message) })
  return tools
}

export const manifest = './tallystick.yaml'
