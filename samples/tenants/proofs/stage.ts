import type { Client } from 'pg'
import { createWarehouseApp, type WarehouseApp, type WarehouseAppOptions } from '../app.js'
import { createWarehouseSchema, type WarehouseSchema } from '../database/warehouse-schema.js'

/** A service over tables of its own, for a proof to play on. */
export interface Stage extends WarehouseApp {
  readonly schema: WarehouseSchema
  /** How many connections the calls of this stage share. */
  readonly connections: number
  /** Another service over the same tables and scope; its opener closes it. */
  readonly open: (connections: number) => WarehouseApp
}

/** `close` leaves nothing on the server, and ends the connection it was given. */
export async function openStage(
  admin: Client,
  scope?: WarehouseAppOptions['scope'],
): Promise<Stage> {
  const schema = await createWarehouseSchema(admin)
  const open = (connections: number): WarehouseApp =>
    createWarehouseApp({ login: schema.login, connections, scope })
  const connections = 4
  const app = open(connections)
  const close = async (): Promise<void> => {
    await app.close()
    await schema.remove()
  }
  return { ...app, schema, connections, open, close }
}
