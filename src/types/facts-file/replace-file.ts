import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a text to a file, whose folder is made where it is missing. A reader sees the file as it was or as it is, never
 * half of it; a link stays a link, a file keeps who may read it, and a write that fails leaves nothing behind.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = existsSync(path) ? realpathSync(path) : path
  const mode = statSync(target, { throwIfNoEntry: false })?.mode
  // Two writers at once, of one process or of two, write drafts of their own; the last one stands.
  const draft = `${target}.${randomUUID()}.tmp`
  await mkdir(dirname(target), { recursive: true })
  try {
    await writeFile(draft, text, mode === undefined ? {} : { mode })
    // What the process masks off a new file, the old one may have had.
    if (mode !== undefined) await chmod(draft, mode)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
