import { Client } from 'pg'

/** A connection that may make a schema and roles, or why there is none. */
export type FoundServer =
  | { readonly admin: Client; readonly missing?: never }
  | { readonly missing: string; readonly admin?: never }

/** Where to look is in the standard environment variables (`PGHOST`, `PGPORT`, `PGUSER`, …), else it is localhost. */
export async function findServer(): Promise<FoundServer> {
  const admin = new Client({ connectionTimeoutMillis: 3_000 })
  // What else the driver has to say comes with the call that fails.
  admin.on('error', () => undefined)
  try {
    await admin.connect()
  } catch (error) {
    return { missing: `No PostgreSQL lets us in (${codeOf(error)}). Set PGHOST, PGUSER and so on.` }
  }
  if (await isMaker(admin)) return { admin }
  await admin.end()
  return {
    missing: 'The PostgreSQL user may not make roles and schemas. Set PGUSER to one that may.',
  }
}

/** True where a run without a database is no run: in CI. */
export function isServerRequired(): boolean {
  return process.env['TALLYSTICK_REQUIRE_POSTGRES'] === '1'
}

async function isMaker(admin: Client): Promise<boolean> {
  const { rows } = await admin.query<{ readonly isMaker: boolean }>(selectIsMaker)
  return rows[0]?.isMaker === true
}

const selectIsMaker = `
  SELECT (rolsuper OR rolcreaterole)
    AND has_database_privilege(current_database(), 'CREATE') AS "isMaker"
  FROM pg_roles WHERE rolname = current_user`

/** The code of a driver's or a server's error; their messages may name the user. */
function codeOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return code ?? message ?? 'unknown error'
}
