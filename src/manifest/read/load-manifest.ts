import { readFile, stat } from 'node:fs/promises'

import { DefinitionError } from '../../errors/definition-error.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'
import { commands } from '../commands.js'
import type { Manifest } from '../manifest.js'
import { parseManifest } from './parse-manifest.js'

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

/** How large a document may be. */
export interface ReadLimits {
  /** In MiB. @defaultValue `1` */
  readonly maxMebibytes?: number
}

/** The text of a document. @throws DefinitionError when it cannot be read. */
export async function readDocument(
  path: string,
  { maxMebibytes = 1 }: ReadLimits = {},
): Promise<string> {
  try {
    return toText(path, await readBytes(path, maxMebibytes))
  } catch (error) {
    throw DefinitionError.is(error) ? error : unreadable(path, reasonOf(error), { cause: error })
  }
}

/** True for the error of a file that is not there. */
export function isMissingFile(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

function reasonOf(error: unknown): Finding {
  if (isMissingFile(error)) {
    return { message: 'there is no such file.', fix: `Write one with \`${commands.draft}\`.` }
  }
  return { message: `it cannot be read (${codeOf(error)}).`, fix: 'Let it be read.' }
}

async function readBytes(path: string, maxMebibytes: number): Promise<Buffer> {
  // Asked before it is opened: opening a named pipe waits for whoever writes to it.
  const stats = await stat(path)
  if (!stats.isFile()) {
    throw unreadable(path, { message: 'it is not a file.', fix: 'Name the manifest itself.' })
  }
  if (stats.size > maxMebibytes * 1024 * 1024) throw unreadable(path, tooLarge(maxMebibytes))
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

function tooLarge(maxMebibytes: number): Finding {
  return {
    message: `it is larger than ${maxMebibytes.toString()} MiB.`,
    fix: 'Split it: one manifest for each deployment.',
  }
}

function unreadable(
  path: string,
  { message, fix }: Finding,
  options?: { readonly cause: unknown },
): DefinitionError {
  return new DefinitionError([{ subject: escapeUnprintable(path), message, fix }], options)
}
