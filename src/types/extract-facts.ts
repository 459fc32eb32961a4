import { DefinitionError } from '../errors/definition-error.js'
import { deepFreeze } from '../schema/deep-freeze.js'
import type { ToolTypeFacts, TypeFacts } from '../tools/type-facts.js'
import { readTool } from './extract/read-tool.js'
import { findTools } from './extract/find-tools.js'
import { digestFacts } from './facts-file/facts-digest.js'
import { listInputs } from './facts-file/input-list.js'
import { findTsconfig } from './project/find-tsconfig.js'
import { openProject } from './project/open-project.js'

/** Which program to read. */
export interface ExtractFactsOptions {
  /**
   * The path of a `tsconfig.json`, or of its folder.
   * @defaultValue the working directory
   */
  readonly project?: string
  /**
   * Where the facts are kept: a program that imports them is not made from them.
   * @defaultValue `tallystick.types.json` beside the tsconfig
   */
  readonly file?: string
}

/**
 * Reads what the TypeScript types of a program say about every class with `@Tool`: the type of its arguments, of what
 * `call` resolves to, and the documentation comments. Needs the optional peer typescript-json-schema.
 *
 * @throws DefinitionError with all problems at once: a missing peer or tsconfig, `strictNullChecks` off, an identity that
 * is no constant, two classes of one identity, an output that JSON cannot carry.
 * @example
 * ```ts
 * const facts = extractFacts({ project: 'tsconfig.json' })
 * ```
 */
export function extractFacts(options: ExtractFactsOptions = {}): TypeFacts {
  const project = openProject(findTsconfig(options.project))
  const { tools: found, problems } = findTools(project)
  const read = found.map((tool) => ({ id: tool.id, ...readTool(project, tool) }))
  const all = [...problems, ...read.flatMap((tool) => tool.problems)]
  if (all.length > 0) throw new DefinitionError(all)
  const tools = toRecord(read)
  const inputs = listInputs(project, options.file)
  const digest = digestFacts(project.folder, { inputs, tools })
  return deepFreeze({ version: 1, inputs: { digest, ...inputs }, tools })
}

interface ReadTool {
  readonly id: string
  readonly facts: ToolTypeFacts
}

function toRecord(read: readonly ReadTool[]): Readonly<Record<string, ToolTypeFacts>> {
  const sorted = [...read].sort((first, second) => (first.id < second.id ? -1 : 1))
  return Object.fromEntries(sorted.map(({ id, facts }) => [id, facts]))
}
