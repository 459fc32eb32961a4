// What the `tallystick` command works on: the tools of this sample, over books that are kept in memory only.
import { createLedgerApp } from './dist/app.js'

export async function registry() {
  const dataFolder = new URL('./data/', import.meta.url)
  const app = await createLedgerApp({ databasePath: ':memory:', dataFolder })
  return app.registry
}

export const manifest = './tallystick.yaml'
