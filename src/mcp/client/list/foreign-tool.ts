import { DefinitionError } from '../../../errors/definition-error.js'
import { compileJsonSchema } from '../../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import type { ReportedFacts, ToolHints } from '../../../tools/foreign-tool.js'
import type { ToolIcon } from '../../../tools/tool-icon.js'
import { isObject } from '../../../schema/is-object.js'
import { foreignIcons } from './foreign-icons.js'
import { headerKeyword } from './header-fault.js'

/** A tool as a foreign server lists it, as far as anything of it counts. `_meta` does not. */
export interface ForeignTool {
  /** The name the server knows it by. */
  readonly name: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema | undefined
  /** True where the output schema was dropped, because it is none: the tool itself is as good as without. */
  readonly hasFaultyOutputSchema: boolean
  readonly reported: ReportedFacts
  /** For people, where they are served onward. */
  readonly icons: readonly ToolIcon[]
  /** True where it wants arguments in headers of HTTP (SEP-2243). */
  readonly hasHeaders: boolean
  /** The whole entry it was read from, as text: the entry itself may be changed by a server in this process. */
  readonly listedAs: string
}

/** Tools that were read before, by the names the server gives them. */
export type KnownTools = ReadonlyMap<string, ForeignTool>

/** An entry of a list that is no tool. */
export interface RefusedTool {
  readonly name: string | undefined
  readonly why: string
}

/** What an entry of a list is. */
export type ListedEntry =
  | { readonly tool: ForeignTool; readonly refused?: never }
  | { readonly refused: RefusedTool; readonly tool?: never }

const maxNameLength = 256

/** Reads one entry of a list, whatever it is. One that is as it was is the tool that was read of it. */
export function readForeignTool(entry: unknown, known: KnownTools): ListedEntry {
  if (!isObject(entry)) return refuse(undefined, 'an entry is no object.')
  const { name, inputSchema, outputSchema } = entry
  if (typeof name !== 'string' || name === '' || name.length > maxNameLength) {
    return refuse(undefined, 'an entry has no name, or one that is too long.')
  }
  const before = known.get(name)
  const listedAs = JSON.stringify(entry)
  if (before?.listedAs === listedAs) return { tool: before }
  if (!isObject(inputSchema)) return refuse(name, 'its input schema is no object.')
  const promised = findSchema(outputSchema)
  const tool: ForeignTool = {
    name,
    inputSchema,
    outputSchema: promised,
    hasFaultyOutputSchema: promised === undefined && outputSchema !== undefined,
    reported: reportedFacts(entry),
    icons: foreignIcons(entry['icons']),
    hasHeaders: JSON.stringify(inputSchema).includes(`"${headerKeyword}"`),
    listedAs,
  }
  return { tool: Object.freeze(tool) }
}

function findSchema(schema: unknown): JsonSchema | undefined {
  if (!isObject(schema)) return undefined
  try {
    compileJsonSchema(schema)
    return schema
  } catch (error) {
    if (DefinitionError.is(error)) throw error
    return undefined
  }
}

function reportedFacts({
  title,
  description,
  annotations,
}: Record<string, unknown>): ReportedFacts {
  const given = isObject(annotations) ? annotations : {}
  const shown = firstText(title, given['title'])
  const hints = hintsOf(given)
  return Object.freeze({
    ...(shown !== undefined && { title: shown }),
    ...(typeof description === 'string' && { description }),
    ...(Object.keys(hints).length > 0 && { hints }),
  })
}

const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

function hintsOf(annotations: Record<string, unknown>): ToolHints {
  const given = hintNames.filter((name) => typeof annotations[name] === 'boolean')
  return Object.freeze(Object.fromEntries(given.map((name) => [name, annotations[name]])))
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value) => typeof value === 'string' && value.trim() !== '') as
    string | undefined
}

function refuse(name: string | undefined, why: string): ListedEntry {
  return { refused: { name, why } }
}
