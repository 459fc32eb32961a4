import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { JournalFault } from '../record-store.js'

/**
 * Creates the file, for the user of this process alone to read and write, unless it is there. SQLite gives the files it
 * keeps beside it the same mode.
 *
 * @throws JournalFault where there can be no such file.
 */
export async function createFile(path: string, name: string): Promise<void> {
  await assertDirectory(dirname(path), name)
  try {
    // Never opened if it is there: closing it again would drop the locks this process has on it.
    const file = await open(path, 'wx', 0o600)
    await file.close()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return assertFile(path, name)
    throw new JournalFault(`${name}: it cannot be created (${code}). ${remedyFor(code)}`)
  }
}

async function assertDirectory(directory: string, name: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined)
  if (found?.isDirectory() === true) return
  throw new JournalFault(
    `${name}: its directory does not exist. Create ${JSON.stringify(directory)}, or give another path.`,
  )
}

async function assertFile(path: string, name: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) return
  throw new JournalFault(`${name}: it is a directory. Give the path of a file in it.`)
}

function remedyFor(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Make room on the disk.'
  return 'Let this process write to its directory, or give another path.'
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'unknown cause'
}
