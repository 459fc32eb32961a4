import { DefinitionError } from '../errors/definition-error.js'
import { quoteName } from '../errors/quoted-name.js'
import { extractFacts } from './extract-facts.js'
import { factsFileName } from './facts-file/facts-file-name.js'
import { factsText, isReplaceable } from './facts-file/facts-text.js'
import { replaceFile } from './facts-file/replace-file.js'
import { inspectFactsFile, type FactsFileOptions } from './find-stale.js'

/** Where to read types and keep their facts. */
export interface WriteFactsOptions extends FactsFileOptions {
  /**
   * Reads the types also when nothing has changed. A file that holds no facts is not replaced for all that.
   * @defaultValue `false`
   */
  readonly force?: boolean
}

/** What `writeFacts` did. */
export interface WrittenFacts {
  /** `'unchanged'` when the file said already what the types say. */
  readonly status: 'unchanged' | 'written'
  /** The path of the file. */
  readonly file: string
  /** How many tools it has. */
  readonly tools: number
}

/**
 * Keeps what the TypeScript types of a program say about its tools in a file, for `discoverTools` and `checkTypes`.
 * TypeScript is loaded only when something has changed. A file that holds anything but facts is never replaced.
 *
 * @throws DefinitionError with all problems at once, or when another file stands at the path; the file is then as it was.
 * @example
 * ```ts
 * const { status, tools } = await writeFacts({ project: 'tsconfig.json' })
 * ```
 */
export async function writeFacts(options: WriteFactsOptions = {}): Promise<WrittenFacts> {
  const { tsconfig, file, stale, tools } = inspectFactsFile(options)
  if (stale === undefined && options.force !== true) {
    return { status: 'unchanged', file, tools: Object.keys(tools).length }
  }
  assertReplaceable(file, options.file ?? factsFileName)
  const facts = extractFacts({ project: tsconfig, file })
  await replaceFile(file, factsText(facts))
  return { status: 'written', file, tools: Object.keys(facts.tools).length }
}

/** A path mistyped must not cost a source or a configuration. */
function assertReplaceable(file: string, name: string): void {
  if (isReplaceable(file)) return
  const message = `what stands at ${quoteName(name)} is no file of facts.`
  const fix = 'Pass another path for the facts, or remove what stands there.'
  throw new DefinitionError([{ subject: 'tallystick types', message, fix }])
}
