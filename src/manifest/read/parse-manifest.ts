import { DefinitionError } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { deepFreeze } from '../../schema/deep-freeze.js'
import { JsonSchemaError } from '../../schema/json-schema-error.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import { manifestFormat } from '../format/manifest-format.js'
import type { Manifest } from '../manifest.js'
import { toDefinitionProblems, type DocumentProblem } from './document-problems.js'
import { findPlace } from './places.js'
import { readField } from './read-field.js'
import { Reading, refused } from './reading.js'
import { readYaml, type YamlDocument } from './yaml-document.js'

/** How a text is read. */
export interface ParseOptions {
  /** What messages call the document. @defaultValue `'manifest'` */
  readonly path?: string | undefined
}

/** A manifest with the tree it was read from. */
export interface ManifestSource {
  readonly manifest: Manifest
  readonly source: YamlDocument
}

/**
 * Reads a manifest from its text: YAML 1.2, core schema, one document, no merge keys, no anchors.
 *
 * @throws DefinitionError with everything that is wrong, each with path, line and column: unknown fields, wrong types,
 * references that are none, duplicates, keys that are there twice.
 * @example
 * ```ts
 * const manifest = parseManifest(await readFile('tallystick.yaml', 'utf8'), { path: 'tallystick.yaml' })
 * ```
 */
export function parseManifest(text: string, options: ParseOptions = {}): Manifest {
  return readManifest(text, options).manifest
}

/** As `parseManifest`, with the tree. @throws DefinitionError */
export function readManifest(text: string, { path = 'manifest' }: ParseOptions): ManifestSource {
  const source = readYaml(text, path)
  throwAny(source.problems)
  const reading = new Reading(source)
  const value = readField({ node: source.root, path: '' }, manifestFormat, reading)
  // What broke its format is left out of the value, so the rest can be looked at for duplicates.
  const found = value === refused ? {} : (value as unknown as PartialManifest)
  throwAny([...reading.problems, ...listProblems(found.spec)])
  return { manifest: deepFreeze(value as unknown as Manifest), source }
}

/** What is left of a manifest when everything that broke the format is taken out. */
interface PartialManifest {
  readonly spec?: PartialSpec
}

interface PartialSpec {
  readonly servers?: readonly { readonly name?: string }[]
  readonly tools?: readonly { readonly ref?: string; readonly arguments?: JsonSchema }[]
  readonly agents?: readonly { readonly name?: string }[]
}

function throwAny(problems: readonly DocumentProblem[]): void {
  if (problems.length > 0) throw new DefinitionError(toDefinitionProblems(problems))
}

function listProblems({
  servers = [],
  tools = [],
  agents = [],
}: PartialSpec = {}): DocumentProblem[] {
  return [
    ...duplicates('spec.servers', servers, ({ name }) => name),
    ...duplicates('spec.tools', tools, ({ ref }) => ref),
    ...tools.flatMap(schemaProblems),
    ...duplicates('spec.agents', agents, ({ name }) => name),
  ]
}

function duplicates<Entry extends object>(
  list: string,
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string | undefined,
): DocumentProblem[] {
  const firsts = new Map<string, Entry>()
  return entries.flatMap((entry) => {
    const name = nameOf(entry)
    const first = name === undefined ? undefined : firsts.get(name)
    if (name !== undefined && first === undefined) firsts.set(name, entry)
    if (name === undefined || first === undefined) return []
    return problemAt(entry, {
      message: `${list}: ${quoteName(name)} is there already, in line ${lineOf(first)}.`,
      fix: 'Keep one of them.',
    })
  })
}

function schemaProblems(grant: { readonly arguments?: JsonSchema }): DocumentProblem[] {
  if (grant.arguments === undefined) return []
  try {
    compileJsonSchema(grant.arguments)
    return []
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error
    const message = `its arguments: ${error.message}`
    return problemAt(grant, { message, fix: 'Write the JSON Schema that the tool publishes.' })
  }
}

function problemAt(
  entry: object,
  finding: { readonly message: string; readonly fix: string },
): DocumentProblem[] {
  const place = findPlace(entry)
  return place === undefined ? [] : [{ place, ...finding }]
}

function lineOf(entry: object): string {
  return findPlace(entry)?.line.toString() ?? '?'
}
