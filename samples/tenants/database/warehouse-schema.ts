import { randomBytes } from 'node:crypto'
import { escapeIdentifier, escapeLiteral, type Client } from 'pg'
import type { Crate } from '../stock/crate.js'
import { seedShelves, seedCrates, tenants } from './seed.js'

/** What the application logs in with: a role that owns nothing and that row-level security binds. */
export interface AppLogin {
  readonly user: string
  readonly password: string
  readonly database: string
}

/** The tables of one run, in a schema of their own, and what the host of the agents sees of them. */
export interface WarehouseSchema {
  readonly login: AppLogin
  /** The rows of one tenant, read beside the application and its scope. */
  readonly cratesOf: (tenantId: string) => Promise<readonly Crate[]>
  /** Removes the schema with both roles, and leaves the server. */
  readonly remove: () => Promise<void>
}

/** Makes tables, policies and roles under names that are free, and fills the tables. */
export async function createWarehouseSchema(admin: Client): Promise<WarehouseSchema> {
  const suffix = randomBytes(6).toString('hex')
  const names = { schema: `tenants_${suffix}`, owner: `tenants_owner_${suffix}` }
  const database = await currentDatabase(admin)
  const password = randomBytes(24).toString('hex')
  const login = { user: `tenants_app_${suffix}`, password, database }
  // One statement list is one transaction: all of it is made, or nothing.
  await admin.query(createRoles(names, login) + createTables(names, login))
  for (const tenantId of tenants) await seed(admin, tenantId)
  return {
    login,
    cratesOf: async (tenantId) => {
      await becomeTenant(admin, tenantId)
      const { rows } = await admin.query<Crate>(selectCrates)
      return rows
    },
    remove: async () => {
      await admin.query(removeAll(names, login))
      await admin.end()
    },
  }
}

interface Names {
  readonly schema: string
  readonly owner: string
}

const setting = 'warehouse.tenant'

/** A statement cannot take names and passwords as parameters, so they are quoted by the driver. */
function createRoles({ owner }: Names, { user, password }: AppLogin): string {
  return `
    CREATE ROLE ${escapeIdentifier(owner)} NOLOGIN NOSUPERUSER NOBYPASSRLS;
    CREATE ROLE ${escapeIdentifier(user)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS
      PASSWORD ${escapeLiteral(password)};
    GRANT ${escapeIdentifier(owner)} TO CURRENT_USER;`
}

/** The owner is bound by the policies, too (FORCE); the application may not even name the column of the tenant. */
function createTables({ schema, owner }: Names, { user }: AppLogin): string {
  const [home, app] = [escapeIdentifier(schema), escapeIdentifier(user)]
  return `
    CREATE SCHEMA ${home} AUTHORIZATION ${escapeIdentifier(owner)};
    ALTER ROLE ${app} SET search_path = ${home};
    SET search_path = ${home};
    SET ROLE ${escapeIdentifier(owner)};
    ${tables}
    GRANT USAGE ON SCHEMA ${home} TO ${app};
    GRANT SELECT ON shelves, crates TO ${app};
    GRANT INSERT (code, shelf, items), UPDATE (shelf) ON crates TO ${app};`
}

/** A setting that is absent and one that was left empty are both no tenant: no row equals NULL. */
const ownTenant = `nullif(current_setting('${setting}', true), '')`

/** Whether a shelf is there is looked up at COMMIT, so that a body may fill a shelf before it makes it. */
const tables = `
  CREATE TABLE shelves (
    tenant_id text NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (tenant_id, name)
  );
  CREATE TABLE crates (
    tenant_id text NOT NULL DEFAULT ${ownTenant},
    code text NOT NULL,
    shelf text NOT NULL,
    items integer NOT NULL CHECK (items > 0),
    PRIMARY KEY (tenant_id, code),
    FOREIGN KEY (tenant_id, shelf) REFERENCES shelves DEFERRABLE INITIALLY DEFERRED
  );
  ALTER TABLE shelves ENABLE ROW LEVEL SECURITY;
  ALTER TABLE shelves FORCE ROW LEVEL SECURITY;
  ALTER TABLE crates ENABLE ROW LEVEL SECURITY;
  ALTER TABLE crates FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_rows ON shelves
    USING (tenant_id = ${ownTenant}) WITH CHECK (tenant_id = ${ownTenant});
  CREATE POLICY own_rows ON crates
    USING (tenant_id = ${ownTenant}) WITH CHECK (tenant_id = ${ownTenant});`

async function seed(admin: Client, tenantId: string): Promise<void> {
  await becomeTenant(admin, tenantId)
  await admin.query(insertShelves, [tenantId, seedShelves])
  const crates = seedCrates(tenantId)
  await admin.query(insertCrates, [JSON.stringify(crates)])
}

/** For this connection, which no pool hands on. */
async function becomeTenant(admin: Client, tenantId: string): Promise<void> {
  await admin.query('SELECT set_config($1, $2, false)', [setting, tenantId])
}

async function currentDatabase(admin: Client): Promise<string> {
  const { rows } = await admin.query<{ readonly name: string }>('SELECT current_database() AS name')
  return rows[0]?.name ?? ''
}

const insertShelves = 'INSERT INTO shelves SELECT $1, unnest($2::text[])'

const insertCrates = `
  INSERT INTO crates (code, shelf, items)
  SELECT code, shelf, items FROM json_to_recordset($1) AS (code text, shelf text, items integer)`

const selectCrates = 'SELECT tenant_id AS tenant, code, shelf, items FROM crates ORDER BY code'

function removeAll({ schema, owner }: Names, { user }: AppLogin): string {
  return `
    DROP SCHEMA ${escapeIdentifier(schema)} CASCADE;
    RESET ROLE;
    DROP ROLE ${escapeIdentifier(user)};
    DROP ROLE ${escapeIdentifier(owner)};`
}
