import { dirname, join } from 'node:path'

import { digestFacts } from './facts-file/facts-digest.js'
import { readKeptFacts } from './facts-file/facts-text.js'
import { factsFileName } from './facts-file/facts-file-name.js'
import { findTsconfig } from './project/find-tsconfig.js'

/** Where the types are, and where their facts are kept. */
export interface FactsFileOptions {
  /**
   * The path of a `tsconfig.json`, or of its folder.
   * @defaultValue the working directory
   */
  readonly project?: string
  /**
   * The path of the file of facts.
   * @defaultValue `tallystick.types.json` beside the tsconfig
   */
  readonly file?: string
}

/** A file of facts that does not say what the types say now. */
export interface StaleFacts {
  /** The path of the file. */
  readonly file: string
  /** Whether it is not there, is no file of facts, or was made from other types. */
  readonly reason: 'missing' | 'unreadable' | 'changed'
  /** What is wrong with it, in a sentence. */
  readonly message: string
  /** What to do. */
  readonly fix: string
}

/** A file of facts beside its tsconfig, and what is wrong with it. */
export interface FactsFileState {
  readonly tsconfig: string
  readonly file: string
  readonly stale: StaleFacts | undefined
  /** How many tools it has; 0 when it cannot be read. */
  readonly tools: number
}

const messages: Readonly<Record<StaleFacts['reason'], string>> = {
  missing: 'the facts from the TypeScript types have not been written.',
  unreadable: 'it is not a file of facts that this release reads.',
  changed: 'the types, or the file itself, have changed since it was written.',
}

/**
 * Whether a file of facts is out of date: undefined while it says what the types say. Decided by digests, without
 * loading TypeScript.
 *
 * @throws DefinitionError when there is no tsconfig.
 */
export function findStale(options: FactsFileOptions = {}): StaleFacts | undefined {
  return inspectFactsFile(options).stale
}

/**
 * The state of a file of facts.
 *
 * @throws DefinitionError when there is no tsconfig.
 */
export function inspectFactsFile({ project, file }: FactsFileOptions): FactsFileState {
  const tsconfig = findTsconfig(project)
  const path = file ?? join(dirname(tsconfig), factsFileName)
  const kept = readKeptFacts(path)
  const at = { tsconfig, file: path }
  if (kept.status !== 'facts') return { ...at, stale: toStale(path, kept.status), tools: 0 }
  const { inputs, tools } = kept.facts
  const isCurrent = digestFacts(dirname(tsconfig), { inputs, tools }) === inputs.digest
  const stale = isCurrent ? undefined : toStale(path, 'changed')
  return { ...at, stale, tools: Object.keys(tools).length }
}

function toStale(file: string, reason: StaleFacts['reason']): StaleFacts {
  return { file, reason, message: messages[reason], fix: 'Run `tallystick types`.' }
}
