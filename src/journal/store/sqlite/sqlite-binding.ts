import { createRequire } from 'node:module'

import { DefinitionError } from '../../../errors/definition-error.js'
import type { SqliteHandle } from './sqlite-handle.js'

/** Opens the file at a path, which it creates if there is none. */
export type SqliteBinding = (path: string) => SqliteHandle

/** Where bindings are looked for. */
export interface BindingSources {
  /** A module of the runtime; undefined where it has none of this name. */
  builtin(name: string): unknown
  /** An installed package. @throws what `require` throws. */
  installed(name: string): unknown
}

type HandleClass = new (path: string) => SqliteHandle

/**
 * The binding of this process: `node:sqlite` where the runtime has it, else the optional peer `libsql`. Nothing is
 * loaded before it is called, so that importing the package loads no database driver.
 *
 * @throws DefinitionError where there is neither, with what to install.
 */
export function findSqliteBinding(sources: BindingSources = processSources): SqliteBinding {
  const builtin = sources.builtin('node:sqlite') as { readonly DatabaseSync?: HandleClass } | null
  return toBinding(builtin?.DatabaseSync ?? loadPeer(sources))
}

function toBinding(Handle: HandleClass): SqliteBinding {
  return (path) => new Handle(path)
}

function loadPeer(sources: BindingSources): HandleClass {
  try {
    return sources.installed('libsql') as HandleClass
  } catch (cause) {
    throw new DefinitionError([{ subject: 'SQLite journal', ...problemOf(cause), fix }], { cause })
  }
}

const fix =
  'Install it with `npm install libsql`, run on Node.js 22.13 or newer, which has node:sqlite built in, or pass ' +
  'an open database as `handle`.'

function problemOf(cause: unknown): { readonly message: string } {
  const none = 'this Node.js has no node:sqlite'
  return isMissing(cause)
    ? { message: `${none}, and the package libsql is not installed.` }
    : { message: `${none}, and the installed libsql cannot be loaded on this platform.` }
}

/** Of libsql itself, not of the native part that it looks for. */
function isMissing(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes("'libsql'")
}

const require = createRequire(import.meta.url)

const processSources: BindingSources = {
  builtin: (name) => process.getBuiltinModule(name),
  installed: (name) => require(name) as unknown,
}
