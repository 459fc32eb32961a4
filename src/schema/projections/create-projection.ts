import { DefinitionError } from '../../errors/definition-error.js'
import { deepFreeze } from '../deep-freeze.js'
import { JsonSchemaError } from '../json-schema-error.js'
import type { JsonSchema, ObjectSchema } from '../json-schema.js'
import { findNames, restoreNames, type PropertyNames } from './from-model/rename-properties.js'
import type { ProjectedSchema, Projection, ProjectionLimits } from './projection.js'
import { Losses } from './source/schema-loss.js'
import { SourceDocument } from './source/source-document.js'
import { withoutKeys } from './source/without-keys.js'
import type { Draft, WrittenRoot } from './rewrite/draft.js'

/** A root as a target writes it, before names are looked at. */
export interface RootDraft extends WrittenRoot {
  readonly strict: boolean
  /** What becomes of what the model sends; nothing when absent. */
  readonly fromModel?: (input: unknown) => unknown
}

/** What makes a projection. */
export interface ProjectionInit {
  readonly target: string
  readonly limits: ProjectionLimits
  readonly write: (document: SourceDocument, losses: Losses) => RootDraft
  readonly lenient?: Projection
}

/** A projection that remembers its results for the schema object, and says what is wrong in a DefinitionError. */
export function createProjection({ write, ...facts }: ProjectionInit): Projection {
  const known = new WeakMap<JsonSchema, ProjectedSchema>()
  const { target, limits } = facts
  Object.freeze(limits)
  return Object.freeze({
    ...facts,
    project: (schema: JsonSchema) => {
      const found = known.get(schema)
      if (found !== undefined) return found
      const projected = readingErrors(target, () => projectOne(schema, write, limits))
      if (isObject(schema)) known.set(schema, projected)
      return projected
    },
  })
}

/**
 * Does what may find a schema wanting.
 *
 * @throws DefinitionError in place of what is thrown for schemas that cannot be read or written.
 */
export function readingErrors<Result>(target: string, task: () => Result): Result {
  try {
    return task()
  } catch (error) {
    if (!(error instanceof JsonSchemaError || error instanceof RangeError)) throw error
    const message = error instanceof RangeError ? 'the schema is nested too deep.' : error.message
    throw new DefinitionError([
      {
        subject: `the projection for ${target}`,
        message,
        fix: 'Give the arguments as one object that refers only to definitions of its own.',
      },
    ])
  }
}

function isObject(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null
}

function projectOne(
  source: JsonSchema,
  write: ProjectionInit['write'],
  limits: ProjectionLimits,
): ProjectedSchema {
  const losses = new Losses()
  const document = new SourceDocument(source)
  const draft = write(document, losses)
  document.work.stop()
  const properties = draft.schema['properties'] as Draft
  const names = findNames(Object.keys(properties), limits.propertyName ?? /^/)
  const schema = renamed(draft.schema, names, losses)
  const restore = draft.fromModel ?? ((input: unknown) => input)
  return deepFreeze({
    schema: schema as ObjectSchema,
    strict: draft.strict,
    losses: losses.list(),
    ...(draft.notes.length > 0 && { note: draft.notes.join(' ') }),
    fromModel: (input: unknown) => restore(names.size > 0 ? restoreNames(input, names) : input),
  })
}

/** The names of arguments as the target takes them. Only those of the root are known to be looked at. */
function renamed(schema: Draft, names: PropertyNames, losses: Losses): Draft {
  if (names.size === 0) return schema
  if (JSON.stringify(schema).includes('"$ref":"#"'))
    throw new JsonSchemaError('an argument of a recursive schema has a name that cannot be sent.')
  const newNames = new Map([...names].map(([name, own]) => [own, name]))
  for (const own of newNames.keys())
    losses.add({ path: '', keyword: 'properties', kind: 'renamed', message: renaming(own) })
  const { properties, required, ...rest } = withoutKeys(schema, 'dependentRequired')
  const entries = Object.entries(properties as Draft)
  const listed = required as readonly string[] | undefined
  return {
    ...rest,
    properties: Object.fromEntries(
      entries.map(([name, property]) => [newNames.get(name) ?? name, property]),
    ),
    ...(listed && { required: listed.map((name) => newNames.get(name) ?? name) }),
  }
}

function renaming(name: string): string {
  return `The name of the argument ${JSON.stringify(name)} is changed for the model.`
}
