import { dirname, join } from 'node:path'

import type { TypeFacts } from '../tools/type-facts.js'
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

/** How a file of facts is held to the types. */
export interface FindStaleOptions extends FactsFileOptions {
  /**
   * What `extractFacts` has just read. Only a difference from it counts then, and not an edit of a source that leaves the
   * types of all tools as they were.
   * @defaultValue the digest of the sources decides
   */
  readonly fresh?: TypeFacts
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
  /** The tools it has; none when it cannot be read. */
  readonly tools: TypeFacts['tools']
}

const messages: Readonly<Record<StaleFacts['reason'], string>> = {
  missing: 'the facts from the TypeScript types have not been written.',
  unreadable: 'it is not a file of facts that this release reads.',
  changed: 'what it was made from, or the file itself, has changed since it was written.',
}

/**
 * Whether a file of facts is out of date: undefined while it says what the types say. Decided by digests, without
 * loading TypeScript, so that any edit of a source counts; or by what was just read from the types, if that is passed.
 *
 * @throws DefinitionError when there is no tsconfig.
 */
export function findStale(options: FindStaleOptions = {}): StaleFacts | undefined {
  const { file, stale, tools } = inspectFactsFile(options)
  if (stale?.reason === 'missing' || stale?.reason === 'unreadable') return stale
  if (options.fresh === undefined) return stale
  return isSame(tools, options.fresh.tools) ? undefined : toStale(file, 'changed')
}

/** The order of members is part of the file. */
function isSame(kept: TypeFacts['tools'], fresh: TypeFacts['tools']): boolean {
  return JSON.stringify(kept) === JSON.stringify(fresh)
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
  if (kept.status !== 'facts') return { ...at, stale: toStale(path, kept.status), tools: {} }
  const { inputs, tools } = kept.facts
  const isCurrent = digestFacts(dirname(tsconfig), { inputs, tools }) === inputs.digest
  const stale = isCurrent ? undefined : toStale(path, 'changed')
  return { ...at, stale, tools }
}

function toStale(file: string, reason: StaleFacts['reason']): StaleFacts {
  return { file, reason, message: messages[reason], fix: 'Run `tallystick types`.' }
}
