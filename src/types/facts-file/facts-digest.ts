import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { digestJson, digestText } from '../../schema/digest.js'
import type { ToolTypeFacts, TypeFactInputs } from '../../tools/type-facts.js'
import { scanInputs } from './input-scan.js'

/** Raised when the facts made from the same types change, so that those of an older release are made again. */
const revision = 1

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
  const paths = [...scanInputs(root, inputs), ...inputs.files]
  const files = paths.map((path) => [path, contentDigest(join(root, path))])
  const { folders, excluded } = inputs
  // The order of members is part of the file, so plain JSON will do; canonical JSON takes far longer on many tools.
  const content = digestText('tallystick.type-facts.tools', JSON.stringify(tools))
  const digest = digestJson('tallystick.type-facts', {
    revision,
    folders,
    excluded,
    files,
    content,
  })
  return `types-sha256:${digest}`
}

function contentDigest(path: string): string {
  try {
    return digestText('', readFileSync(path, 'utf8').replaceAll('\r\n', '\n'))
  } catch {
    return 'missing'
  }
}
