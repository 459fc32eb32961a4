import { inject, injectable } from 'inversify'
import { TenantDatabase } from '../database/tenant-database.js'
import type { Crate, NewCrate } from './crate.js'

/** What lies in the warehouse. No statement names a tenant: which rows there are is decided by the database. */
@injectable()
export class Stock {
  constructor(@inject(TenantDatabase) private readonly database: TenantDatabase) {}

  /** The crates on a shelf, or all. */
  async crates(shelf?: string): Promise<readonly Crate[]> {
    return this.database.query<Crate>(selectCrates, [shelf ?? null])
  }

  async shelves(): Promise<readonly string[]> {
    const rows = await this.database.query<{ readonly name: string }>(selectShelves)
    return rows.map(({ name }) => name)
  }

  /** The crate as it was put down, or undefined when the code is taken. */
  async add({ code, shelf, items }: NewCrate): Promise<Crate | undefined> {
    const [crate] = await this.database.query<Crate>(insertCrate, [code, shelf, items])
    return crate
  }

  /** The crate in its new place, or undefined when there is none. */
  async move(code: string, shelf: string): Promise<Crate | undefined> {
    const [crate] = await this.database.query<Crate>(updateCrate, [code, shelf])
    return crate
  }
}

const columns = 'tenant_id AS tenant, code, shelf, items'

const selectCrates = `
  SELECT ${columns} FROM crates WHERE shelf = $1 OR $1 IS NULL ORDER BY code`

const selectShelves = 'SELECT name FROM shelves ORDER BY name'

const insertCrate = `
  INSERT INTO crates (code, shelf, items) VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING RETURNING ${columns}`

const updateCrate = `UPDATE crates SET shelf = $2 WHERE code = $1 RETURNING ${columns}`
