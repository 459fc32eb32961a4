import { assertOptions } from '../../errors/assert-options.js'
import { toRule, type OptionRule } from '../../errors/option-problems.js'
import { deepFreeze } from '../deep-freeze.js'
import type { JsonSchema } from '../json-schema.js'
import { createProjection, readingErrors, type RootDraft } from './create-projection.js'
import type { ProjectedOutput, Projection, ProjectionLimits } from './projection.js'
import { ShapeReader } from './shape/shape-reader.js'
import { Losses } from './source/schema-loss.js'
import { SourceDocument } from './source/source-document.js'
import { withoutKeys } from './source/without-keys.js'
import { getRootShape } from './write/write-root.js'
import type { Draft } from './rewrite/draft.js'
import { SchemaWriter } from './rewrite/write-schema.js'

/** How tools are described over MCP. */
export interface McpOptions {
  /**
   * The revision of the protocol. In 2025-11-25 an output schema is an object, too; another is wrapped in
   * `{ result: … }`.
   * @defaultValue `'2026-07-28'`
   */
  readonly revision?: '2025-11-25' | '2026-07-28'
}

/**
 * Schemas for the `inputSchema` and `outputSchema` of an MCP tool: JSON Schema 2020-12, nearly as it was written.
 * draft-07 is translated, and references are written out where they are not recursive.
 *
 * @throws DefinitionError naming every option that is unknown or wrong.
 * @example
 * ```ts
 * const { tools } = projectTools(registry.descriptors(), forMcp())
 * ```
 */
export function forMcp(options: McpOptions = {}): Projection {
  assertOptions('forMcp', options, optionRules)
  const { revision = '2026-07-28' } = options
  return projections[revision]
}

const limits: ProjectionLimits = { toolName: /^[A-Za-z0-9_.-]{1,128}$/ }

const optionRules = {
  revision: toRule(
    "'2025-11-25' or '2026-07-28'",
    (value) => typeof value === 'string' && Object.hasOwn(projections, value),
  ),
} satisfies Record<keyof McpOptions, OptionRule>

const projections = {
  '2025-11-25': createMcpProjection('2025-11-25', writeObjectOutput),
  '2026-07-28': createMcpProjection('2026-07-28', writeAnyOutput),
} as const

type WriteOutput = (document: SourceDocument, losses: Losses) => Omit<ProjectedOutput, 'losses'>

function createMcpProjection(revision: string, writeOutput: WriteOutput): Projection {
  const target = `mcp ${revision}`
  const known = new WeakMap<JsonSchema, ProjectedOutput>()
  const projectOutput = (schema: JsonSchema): ProjectedOutput => {
    const found = known.get(schema)
    if (found !== undefined) return found
    const losses = new Losses()
    const written = readingErrors(target, () => writeOutput(new SourceDocument(schema), losses))
    const output = deepFreeze({ ...written, losses: losses.list() })
    known.set(schema, output)
    return output
  }
  return Object.freeze({
    ...createProjection({ target, limits, write: writeInput }),
    projectOutput,
  })
}

function writeInput(document: SourceDocument, losses: Losses): RootDraft {
  getRootShape(new ShapeReader(document))
  const writer = new SchemaWriter(document, losses, { style: 'all' })
  const { properties = {}, ...others } = withoutKeys(writer.writeRoot(), 'type')
  const schema = { type: 'object', properties, ...others, ...writer.definitions() }
  return { schema, strict: false, notes: [] }
}

function writeAnyOutput(document: SourceDocument, losses: Losses): Omit<ProjectedOutput, 'losses'> {
  const writer = new SchemaWriter(document, losses, { style: 'all' })
  const schema = writer.writeRoot()
  return { schema: withDefinitions(schema, writer), toStructured: (value) => value }
}

function writeObjectOutput(
  document: SourceDocument,
  losses: Losses,
): Omit<ProjectedOutput, 'losses'> {
  const { types } = new ShapeReader(document).unfold('')
  if (types.length === 1 && types[0] === 'object') {
    const written = writeAnyOutput(document, losses)
    return { ...written, schema: { ...written.schema, type: 'object' } }
  }
  const writer = new SchemaWriter(document, losses, { style: 'all', root: '#/properties/result' })
  const result = writer.write({ at: '' })
  const message = 'The output is no object by its schema and is wrapped in { result: … }.'
  losses.add({ path: '', keyword: 'type', kind: 'widened', message })
  const schema: Draft = { type: 'object', properties: { result }, required: ['result'] }
  return {
    schema: withDefinitions(schema, writer),
    toStructured: (value) => ({ result: value }),
  }
}

function withDefinitions(schema: Draft, writer: SchemaWriter): JsonSchema {
  return { ...schema, ...writer.definitions() } as JsonSchema
}
