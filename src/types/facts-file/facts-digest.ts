import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ToolTypeFacts, TypeFactInputs } from '../../tools/type-facts.js'
import { scanInputs } from './input-scan.js'
import { findShadowing } from './shadowing-packages.js'

/** Raised when the facts made from the same types change, so that those of an older release are made again. */
const revision = 2

/** What the digest of facts covers, but for the contents of the files. */
export interface DigestedFacts {
  readonly inputs: Omit<TypeFactInputs, 'digest'>
  readonly tools: Readonly<Record<string, ToolTypeFacts>>
}

/**
 * The digest that facts have while their inputs, and they themselves, are as they were. Line ends do not count, for
 * version control changes them.
 */
export function digestFacts(root: string, { inputs, tools }: DigestedFacts): string {
  const { folders, files, excluded } = inputs
  const scanned = scanInputs(root, inputs)
  const shadowing = findShadowing(root, { files, folders: scanned.folders })
  const paths = [...new Set([...scanned.files, ...files, ...shadowing])]
  const hash = createHash('sha256').update('tallystick.type-facts\n')
  hash.update(JSON.stringify({ revision, folders, excluded, paths }))
  for (const path of paths) {
    const content = readContent(join(root, path))
    hash.update(`\n${content?.length.toString() ?? 'missing'}\n`).update(content ?? '')
  }
  // The order of members is part of the file, so plain JSON will do; canonical JSON takes far longer on many tools.
  return `types-sha256:${hash.update(JSON.stringify(tools)).digest('hex')}`
}

function readContent(path: string): Buffer | undefined {
  try {
    const content = readFileSync(path)
    if (!content.includes('\r\n')) return content
    return Buffer.from(content.toString('utf8').replaceAll('\r\n', '\n'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR' ? readNames(path) : undefined
  }
}

/** A folder of global types is what it holds. */
function readNames(folder: string): Buffer {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  return Buffer.from(names.sort().join('\n'))
}
