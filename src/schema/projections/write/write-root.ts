import { JsonSchemaError } from '../../json-schema-error.js'
import type { Losses } from '../source/schema-loss.js'
import type { SourceDocument } from '../source/source-document.js'
import { findRootShape, type RootShape } from '../shape/root-shape.js'
import type { Facet, Shape } from '../shape/shape.js'
import { typeOfKeyword } from '../shape/keyword-kinds.js'
import { ShapeReader } from '../shape/shape-reader.js'
import { wordsOf, wordsOfValues } from '../shape/words.js'
import { copyJson } from '../rewrite/copy-json.js'
import type { Draft, WrittenRoot } from '../rewrite/draft.js'
import { joinSentences } from './join-sentences.js'
import { SchemaWriter } from '../rewrite/write-schema.js'

/**
 * The root for models that take JSON Schema, but no combinators at the root: one object with the properties of all
 * alternatives. Inside it the source stays nearly as it is.
 *
 * @throws JsonSchemaError when the root takes no object, and for references that lead out of the document.
 */
export function writeMergedRoot(document: SourceDocument, losses: Losses): WrittenRoot {
  const root = getRootShape(new ShapeReader(document))
  const writer = new SchemaWriter(document, losses, { style: 'clean' })
  const notes = notesOf(root.shape, root.alternatives, losses)
  const description = joinSentences([root.shape.description ?? '', ...notes])
  const { title } = root.shape
  const properties = [...root.shape.properties].map(([name, property]): [string, unknown] => [
    name,
    writer.writeObject(property),
  ])
  const schema: Draft = {
    type: 'object',
    ...(title !== undefined && { title }),
    ...(description !== '' && { description }),
    properties: Object.fromEntries(properties),
    ...keywordsOf(root.shape, writer),
  }
  return { schema: { ...schema, ...writer.definitions() }, notes }
}

/** @throws JsonSchemaError when the root takes no object. */
export function getRootShape(reader: ShapeReader): RootShape {
  const root = findRootShape(reader)
  if (root === undefined) throw new JsonSchemaError('the schema accepts no object.')
  return root
}

/** What may stand at the root beside properties. */
const rootKeywords: ReadonlySet<string> = new Set([
  'minProperties',
  'maxProperties',
  'dependentRequired',
])

function keywordsOf(shape: Shape, writer: SchemaWriter): Draft {
  const kept = shape.facets.filter(({ keyword }) => rootKeywords.has(keyword))
  const patterns = [...shape.patterns].map(([pattern, expression]): [string, unknown] => [
    pattern,
    writer.writeObject(expression),
  ])
  const { required, additional } = shape
  return {
    ...(required.size > 0 && { required: [...required] }),
    ...Object.fromEntries(kept.map(({ keyword, value }) => [keyword, copyJson(value)])),
    ...(patterns.length > 0 && { patternProperties: Object.fromEntries(patterns) }),
    ...(additional === false && { additionalProperties: false }),
    ...(typeof additional === 'object' && { additionalProperties: writer.write(additional) }),
  }
}

function notesOf(
  shape: Shape,
  alternatives: RootShape['alternatives'],
  losses: Losses,
): readonly string[] {
  for (const { keyword, path } of shape.dropped)
    losses.add({ path, keyword, kind: 'dropped', message: `"${keyword}" is left out.` })
  const isLost = ({ keyword }: Facet): boolean => !rootKeywords.has(keyword)
  const facets = shape.facets.filter(
    (facet) => isLost(facet) && typeOfKeyword.get(facet.keyword) === 'object',
  )
  const standard: readonly Facet[] =
    shape.default === undefined ? [] : [{ keyword: 'default', value: shape.default, path: '' }]
  const words = [...shape.rules, ...facets, ...standard].map((facet) => {
    const message = wordsOf(facet)
    losses.add({ path: facet.path, keyword: facet.keyword, kind: 'described', message })
    return message
  })
  return [...words, ...noteValues(shape, losses), ...noteAlternatives(alternatives, losses)]
}

function noteValues({ values }: Shape, losses: Losses): readonly string[] {
  if (values === undefined) return []
  const message = wordsOfValues(values)
  losses.add({ path: '', keyword: 'enum', kind: 'described', message })
  return [message]
}

/** The rule that merging alternatives into one object leaves to words. */
export function noteAlternatives(
  alternatives: RootShape['alternatives'],
  losses: Losses,
): readonly string[] {
  if (alternatives === undefined) return []
  const { keyword, message } = alternatives
  losses.add({ path: '', keyword, kind: 'described', message })
  return [message]
}
