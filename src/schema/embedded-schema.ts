// A schema of its own made part of another document. What it means must not change by that: references are relative
// to a document, and a dialect is declared for a whole one.
import { dialectOf, type JsonSchemaDialect } from './dialect.js'
import { isObject } from './is-object.js'
import { JsonSchemaError } from './json-schema-error.js'
import type { JsonSchema } from './json-schema.js'
import { readMembers, type SchemaMember } from './schema-members.js'
import { SchemaPlaces, toFragment, toSegment, type SchemaPlace } from './schema-places.js'

/** A schema to put into a document of 2020-12, and what it needs there in `$defs`. */
export interface EmbeddedSchema {
  readonly schema: JsonSchema
  readonly definitions: Readonly<Record<string, JsonSchema>>
}

/**
 * Copies a schema so that it means the same inside another document of 2020-12. Without references it comes back
 * inline; with references its body goes into `definitions` under `name`, which must be free in the `$defs` of that
 * document. draft-07 is translated. `$id` and anchors are resolved and left out. The schema is one that
 * `compileJsonSchema` takes; it stays as it is.
 *
 * @throws JsonSchemaError for another dialect, for references that lead out of the schema or depend on how it was
 * reached, and for a schema that is nested too deep.
 */
export function embedSchema(schema: JsonSchema, name: string): EmbeddedSchema {
  try {
    return embed(schema, name)
  } catch (error) {
    if (error instanceof RangeError) throw new JsonSchemaError('the schema is nested too deep.')
    throw error
  }
}

/** Any absolute URI will do for a document without an `$id`; no reference can name it. */
const ownBase = 'embedded:///'

function embed(schema: JsonSchema, name: string): EmbeddedSchema {
  const copying: Copying = {
    dialect: dialectOf(schema),
    places: new SchemaPlaces(),
    references: [],
  }
  const body = copySchema(schema, { from: '', to: '', base: ownBase }, copying)
  if (copying.references.length === 0 || typeof body !== 'object')
    return { schema: body as JsonSchema, definitions: {} }
  const root = `/$defs${toSegment(name)}`
  for (const { holder, reference, base } of copying.references)
    holder['$ref'] = toFragment(root + copying.places.get(reference, base))
  return { schema: { $ref: toFragment(root) }, definitions: { [name]: body as JsonSchema } }
}

interface Copying {
  readonly dialect: JsonSchemaDialect
  readonly places: SchemaPlaces
  /** Resolved when all is copied: a reference may lead to what comes after it. */
  readonly references: Reference[]
}

interface Reference {
  readonly holder: Record<string, unknown>
  readonly reference: string
  readonly base: string
}

function copySchema(schema: unknown, place: SchemaPlace, copying: Copying): unknown {
  if (typeof schema === 'boolean') copying.places.add(schema, place)
  if (!isObject(schema)) return copyData(schema)
  const here = copying.places.add(schema, place)
  assertDialect(schema, copying.dialect)
  const members = readMembers(schema, copying.dialect)
  const copied = members.map((member): [string, unknown] => [
    member.to,
    copyMember(member, here, copying),
  ])
  const copy = joinMembers(copied)
  const reference = copy['$ref']
  if (typeof reference === 'string')
    copying.references.push({ holder: copy, reference, base: here.base })
  return copy
}

function assertDialect(schema: object, dialect: JsonSchemaDialect): void {
  if ('$schema' in schema && dialectOf(schema) !== dialect)
    throw new JsonSchemaError('the schema mixes the dialects 2020-12 and draft-07.')
}

function copyMember(member: SchemaMember, here: SchemaPlace, copying: Copying): unknown {
  const { kind, value } = member
  const place = placeInside(here, member.from, member.to)
  if (kind === 'schema') return copySchema(value, place, copying)
  if (kind === 'list' && Array.isArray(value))
    return value.map((item: unknown, index) =>
      copySchema(item, placeInside(place, index.toString()), copying),
    )
  if (kind !== 'map' || !isObject(value)) return copyData(value)
  return mapMembers(value, (item, key) => copySchema(item, placeInside(place, key), copying))
}

function placeInside({ from, to, base }: SchemaPlace, key: string, newKey = key): SchemaPlace {
  return { from: from + toSegment(key), to: to + toSegment(newKey), base }
}

/** In draft-07 there may be `definitions` beside `$defs`; both are one map then. */
function joinMembers(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const joined = new Map<string, unknown>()
  for (const [keyword, value] of members) {
    const known = joined.get(keyword)
    joined.set(keyword, isObject(known) && isObject(value) ? joinMaps(known, value) : value)
  }
  return Object.fromEntries(joined)
}

function joinMaps(first: object, second: object): object {
  if (Object.keys(first).some((key) => Object.hasOwn(second, key)))
    throw new JsonSchemaError('the schema has one name in both "$defs" and "definitions".')
  return Object.fromEntries([...Object.entries(first), ...Object.entries(second)])
}

function copyData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyData)
  return isObject(value) ? mapMembers(value, copyData) : value
}

function mapMembers(object: object, change: (member: unknown, key: string) => unknown): object {
  const entries = Object.entries(object) as readonly [string, unknown][]
  return Object.fromEntries(entries.map(([key, member]) => [key, change(member, key)]))
}
