import { isJsonTypeName } from '../source/normal-keywords.js'
import { dataOf, type SourceDocument } from '../source/source-document.js'
import type { SourceMember, SourceSchema } from '../source/source-schema.js'
import type { JsonTypeName } from '../../json-schema.js'
import { canonicalJson } from '../../canonical-json.js'
import type { JsonValue } from '../../json.js'
import { findQuotable } from '../rewrite/quote-schema.js'
import type { Expression } from '../source/expression.js'
import { heldValues } from './held-values.js'
import { normalTypes } from './listed-values.js'
import { ruleKeywords, shapedKeywords, typeOfKeyword } from './keyword-kinds.js'
import { anyShape, everyType, type Facet, type Shape } from './shape.js'

/** What a schema says by itself: without what its references and combinators add. */
export function ownShape(schema: SourceSchema, document: SourceDocument): Shape {
  const nothing = schema.accepts === 'nothing'
  if (schema.accepts !== 'what-it-says')
    return { ...anyShape(schema.path), ...(nothing && { types: [] }) }
  const values = ownValues(schema)
  const asked = { types: ownTypes(schema), ...ownFacets(schema, document) }
  return {
    path: schema.path,
    weight: schema.weight,
    ...ownWords(schema),
    ...asked,
    ...(values !== undefined && heldValues(values, asked)),
    properties: mapOf(schema, 'properties'),
    required: namesIn(dataOf(schema, 'required')),
    additional: restOf(schema, 'additionalProperties', document),
    patterns: mapOf(schema, 'patternProperties'),
    prefix: listOf(schema, 'prefixItems').map((at) => ({ at })),
    items: restOf(schema, 'items', document),
  }
}

/** The paths of the schemas under a keyword that holds a list of them. */
export function listOf({ members }: SourceSchema, keyword: string): readonly string[] {
  const member = members.find((each) => each.keyword === keyword)
  return member?.kind === 'list' ? member.paths : []
}

function ownWords(schema: SourceSchema): Pick<Shape, 'title' | 'description' | 'default'> {
  const [title, description] = [dataOf(schema, 'title'), dataOf(schema, 'description')]
  const standard = dataOf(schema, 'default') as JsonValue | undefined
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(standard !== undefined && { default: standard }),
  }
}

function ownTypes(schema: SourceSchema): readonly JsonTypeName[] {
  const types = [dataOf(schema, 'type')].flat().filter(isJsonTypeName)
  return types.length === 0 ? everyType : normalTypes([...new Set(types)])
}

function ownValues(schema: SourceSchema): readonly JsonValue[] | undefined {
  const only = dataOf(schema, 'const') as JsonValue | undefined
  const listed = dataOf(schema, 'enum')
  const values = Array.isArray(listed) ? (listed as readonly JsonValue[]) : undefined
  if (only === undefined) return values
  return (values ?? [only]).some((value) => canonicalJson(value) === canonicalJson(only))
    ? [only]
    : []
}

function ownFacets(
  schema: SourceSchema,
  document: SourceDocument,
): Pick<Shape, 'facets' | 'rules' | 'dropped'> {
  const others = schema.members.filter(({ keyword }) => !shapedKeywords.has(keyword))
  const facets = others.map((member) => ({
    keyword: member.keyword,
    value: valueOf(member, document),
    path: schema.path,
  }))
  const isFacet = ({ keyword }: Facet): boolean => typeOfKeyword.has(keyword)
  const isRule = ({ keyword }: Facet): boolean => ruleKeywords.has(keyword)
  return {
    facets: facets.filter(isFacet),
    rules: facets.filter(isRule),
    dropped: facets.filter((facet) => !isFacet(facet) && !isRule(facet)),
  }
}

/** What a keyword holds, to be quoted: data, or the one schema under it where it says all by itself. */
function valueOf(member: SourceMember, document: SourceDocument): unknown {
  if (member.kind === 'data') return member.value
  return member.kind === 'schema' ? findQuotable({ at: member.path }, document) : undefined
}

function mapOf({ members }: SourceSchema, keyword: string): ReadonlyMap<string, Expression> {
  const member = members.find((each) => each.keyword === keyword)
  const paths = member?.kind === 'map' ? [...member.paths] : []
  return new Map(paths.map(([name, at]) => [name, { at }]))
}

function restOf(
  schema: SourceSchema,
  keyword: string,
  document: SourceDocument,
): Expression | boolean {
  const member = schema.members.find((each) => each.keyword === keyword)
  if (member?.kind !== 'schema') return true
  const { accepts } = document.get(member.path)
  return accepts === 'what-it-says' ? { at: member.path } : accepts === 'everything'
}

function namesIn(value: unknown): ReadonlySet<string> {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return new Set(list.filter((item) => typeof item === 'string'))
}
