/** `TLYS`: what tells a journal from any other SQLite file. */
export const applicationId = 0x544c5953

/**
 * What makes the schema, one entry a version: the first makes version 1 of an empty file, each later one the next version
 * of the one before. An entry never changes once it was released.
 */
export const schemaMigrations: readonly string[] = [
  `
  CREATE TABLE records (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_id TEXT NOT NULL,
    key_digest TEXT,
    state TEXT NOT NULL,
    suspension_id TEXT,
    call_id TEXT NOT NULL,
    run_id TEXT,
    tool TEXT NOT NULL,
    arguments_digest TEXT NOT NULL,
    closed_for TEXT,
    changed_at_ms INTEGER NOT NULL,
    due_at_ms REAL,
    is_pruned INTEGER NOT NULL,
    is_sealed INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX records_by_open_key ON records (key_digest)
    WHERE key_digest IS NOT NULL AND state <> 'closed';
  CREATE INDEX records_by_suspension ON records (suspension_id) WHERE suspension_id IS NOT NULL;
  CREATE INDEX records_denied_by_call ON records (tenant_id, call_id, changed_at_ms)
    WHERE closed_for = 'denied';
  CREATE INDEX records_denied_by_run
    ON records (tenant_id, run_id, tool, arguments_digest, changed_at_ms)
    WHERE closed_for = 'denied';
  CREATE INDEX records_by_state ON records (state, is_pruned, changed_at_ms);
  CREATE INDEX records_by_due ON records (due_at_ms) WHERE due_at_ms IS NOT NULL;
  CREATE INDEX records_by_change ON records (changed_at_ms);
  CREATE TABLE holders (
    holder_id TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
]
