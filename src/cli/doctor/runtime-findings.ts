import { isBuiltin } from 'node:module'
import { satisfies } from 'semver'

import type { Finding } from './finding.js'
import { findCopy } from './installed-copies.js'

/** Whether this Node.js is one that the package runs on. */
export function nodeFinding(version: string, range: string): Finding {
  const subject = 'node'
  if (satisfies(version, range)) return { subject, state: 'good', message: `${version} runs it.` }
  const message = `${version} is too old; ${range} is needed.`
  return { subject, state: 'bad', message, fix: 'Install a newer Node.js.' }
}

/** Which binding the file of a journal would be opened with. */
export function sqliteFinding(project: string): Finding {
  const subject = 'sqlite'
  if (isBuiltin('node:sqlite'))
    return { subject, state: 'good', message: 'node:sqlite is built in.' }
  const libsql = findCopy(project, 'libsql')
  if (libsql !== undefined) {
    return { subject, state: 'good', message: `libsql ${libsql.version} is installed.` }
  }
  const message =
    'there is no binding: this Node.js has no node:sqlite, and libsql is not installed.'
  const fix = 'Run `npm install libsql` if you keep a journal by sqliteJournal.'
  return { subject, state: 'caution', message, fix }
}
