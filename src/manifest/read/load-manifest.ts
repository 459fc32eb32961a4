import { readFile, stat } from 'node:fs/promises'

import { DefinitionError } from '../../errors/definition-error.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { Manifest } from '../manifest.js'
import { parseManifest } from './parse-manifest.js'

const maxBytes = 1024 * 1024

/**
 * Reads a manifest from its file. Fails closed: what cannot be read grants nothing.
 *
 * @throws DefinitionError for a file that is missing, no file, larger than 1 MiB or not UTF-8, and for everything that
 * is wrong with the document.
 * @example
 * ```ts
 * const registry = bindManifest(discoverTools(container), await loadManifest('tallystick.yaml'))
 * ```
 */
export async function loadManifest(path: string): Promise<Manifest> {
  return parseManifest(await readDocument(path), { path })
}

/** The text of a document. @throws DefinitionError when it cannot be read. */
export async function readDocument(path: string): Promise<string> {
  try {
    return toText(path, await readBytes(path))
  } catch (error) {
    throw DefinitionError.is(error) ? error : unreadable(path, reasonOf(error), { cause: error })
  }
}

function reasonOf(error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code !== 'ENOENT') return { message: `it cannot be read (${code}).`, fix: 'Let it be read.' }
  return { message: 'there is no such file.', fix: 'Write one with `tallystick manifest draft`.' }
}

async function readBytes(path: string): Promise<Buffer> {
  // Asked before it is opened: opening a named pipe waits for whoever writes to it.
  const stats = await stat(path)
  if (!stats.isFile()) {
    throw unreadable(path, { message: 'it is not a file.', fix: 'Name the manifest itself.' })
  }
  if (stats.size > maxBytes) throw unreadable(path, tooLarge)
  return readFile(path)
}

function toText(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    const finding = { message: 'it is not UTF-8 text.', fix: 'Save it as UTF-8.' }
    throw unreadable(path, finding, { cause: error })
  }
}

interface Finding {
  readonly message: string
  readonly fix: string
}

const tooLarge: Finding = {
  message: 'it is larger than 1 MiB.',
  fix: 'Split it: one manifest for each deployment.',
}

function unreadable(
  path: string,
  { message, fix }: Finding,
  options?: { readonly cause: unknown },
): DefinitionError {
  return new DefinitionError([{ subject: escapeUnprintable(path), message, fix }], options)
}
