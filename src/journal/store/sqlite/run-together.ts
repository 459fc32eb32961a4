import type { SqliteConnection } from './sqlite-connection.js'
import type { SqliteTable } from './sqlite-table.js'
import type { WaitingWork } from './waiting-work.js'

/**
 * Does work of several callers in the transaction that the connection has begun: all of it reaches the disk with one
 * commit, and nobody is told anything before. What throws is undone by itself. A failure that ends the transaction ends
 * it for all; nobody is told then, and each has to be done alone.
 */
export function runTogether(
  connection: SqliteConnection,
  group: readonly WaitingWork[],
  createTable: () => SqliteTable,
): void {
  const isWhole = group.every((work) => runInside(connection, work, createTable))
  try {
    if (!isWhole) return disband(connection, group)
    connection.commit()
  } catch (fault) {
    // Of a commit that failed for want of room it is certain that nothing was kept.
    if (connection.isSound) return disband(connection, group)
    connection.rollBack()
    for (const work of group) work.fail(fault)
    return
  }
  for (const work of group) work.end()
}

/** Does work alone in the transaction that the connection has begun. */
export function runAlone(
  connection: SqliteConnection,
  work: WaitingWork,
  createTable: () => SqliteTable,
): void {
  try {
    if (runOnTable(work, createTable())) connection.commit()
    else connection.rollBack()
    work.end()
  } catch (fault) {
    connection.rollBack()
    work.fail(fault)
  }
}

/** False when the transaction is over for all. */
function runInside(
  connection: SqliteConnection,
  work: WaitingWork,
  createTable: () => SqliteTable,
): boolean {
  try {
    connection.savepoint()
    if (runOnTable(work, createTable())) return connection.releaseSavepoint()
    return connection.rollBackToSavepoint()
  } catch {
    return false
  }
}

function runOnTable(work: WaitingWork, table: SqliteTable): boolean {
  try {
    return work.run(table)
  } finally {
    table.end()
  }
}

function disband(connection: SqliteConnection, group: readonly WaitingWork[]): void {
  connection.rollBack()
  for (const work of group) work.isAlone = true
}
