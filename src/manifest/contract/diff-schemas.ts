import { joinPath } from '../../errors/argument-path.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { isSameJson } from '../../schema/same-json.js'
import type { ContractChange, ContractChangeKind } from './contract-change.js'
import { diffUnion } from './diff-union.js'
import { allowedValues, keywordVerdicts, valuesVerdict } from './keyword-verdicts.js'
import { isMonotone, type SubSchema } from './monotone.js'
import { toChange, type Side } from './schema-side.js'

/**
 * The differences of two schemas, keyword by keyword. Sound for input: where a value was accepted and is not any more,
 * at least one change is `narrowed` or `changed`; what cannot be told is `changed`.
 */
export function diffSchemas(side: Side<SubSchema>): readonly ContractChange[] {
  const { before, after } = side
  if (isSameJson(before, after)) return []
  if (typeof before === 'object' && typeof after === 'object') {
    return diffKeywords({ ...side, before, after })
  }
  return [toChange(side, booleanVerdict(before, after))]
}

/** One of the two is no object: it accepts everything or nothing. */
function booleanVerdict(before: SubSchema, after: SubSchema): ContractChangeKind {
  if (acceptsAll(before) && acceptsAll(after)) return 'wording'
  return before === false || acceptsAll(after) ? 'widened' : 'narrowed'
}

function acceptsAll(schema: SubSchema): boolean {
  return schema === undefined || schema === true
}

type Schemas = Side<JsonSchema>

function diffKeywords(schemas: Schemas): readonly ContractChange[] {
  const { before, after } = schemas
  const changes = namesOf(before, after).flatMap((keyword) => diffKeyword(keyword, schemas))
  const isEntangled = [before, after].some(
    (schema) => 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema,
  )
  return isEntangled ? changes.map(asUncertain) : changes
}

function diffKeyword(keyword: string, schemas: Schemas): readonly ContractChange[] {
  const side: Side = {
    path: joinPath(schemas.path, keyword),
    direction: schemas.direction,
    before: ownMember(schemas.before, keyword),
    after: ownMember(schemas.after, keyword),
  }
  if (isSameJson(side.before, side.after)) return []
  const changes = schemaRules.get(keyword)?.(side, schemas)
  if (changes === undefined) return [toChange(side, verdictOf(keyword, side, schemas))]
  // Nothing but the order or the spelling differs; that is read too.
  return changes.length > 0 ? changes : [toChange(side, 'wording')]
}

function verdictOf(keyword: string, side: Side, { before, after }: Schemas): ContractChangeKind {
  // What leaving an argument out means is another matter than what may be sent, and not a smaller one.
  if (keyword === 'default') return side.direction === 'input' ? 'changed' : 'wording'
  if (keyword !== 'enum' && keyword !== 'const') {
    return keywordVerdicts.get(keyword)?.(side.before, side.after) ?? 'changed'
  }
  // Both say which values are allowed, so one may take the place of the other.
  if ([before, after].some((schema) => 'enum' in schema && 'const' in schema)) return 'changed'
  return valuesVerdict(allowedValues(before), allowedValues(after))
}

type SchemaRule = (side: Side, schemas: Schemas) => readonly ContractChange[] | undefined

/** Rules for keywords that hold schemas. */
const schemaRules: ReadonlyMap<string, SchemaRule> = new Map<string, SchemaRule>([
  ...['additionalProperties', 'propertyNames'].map(
    (keyword) => [keyword, (side: Side) => diffSchemas(side as Side<SubSchema>)] as const,
  ),
  ['properties', diffProperties],
  ['patternProperties', diffPatterns],
  ['items', diffItems],
  ['prefixItems', diffPrefix],
  ['contains', diffContains],
  ['$defs', diffDefinitions],
  ['definitions', diffDefinitions],
  ...(['allOf', 'anyOf', 'oneOf'] as const).map(
    (keyword) => [keyword, (side: Side) => diffUnion(keyword, side, diffSchemas)] as const,
  ),
])

function diffProperties(side: Side, { before, after }: Schemas): readonly ContractChange[] {
  const [first, second] = [before.properties ?? {}, after.properties ?? {}]
  return namesOf(first, second).flatMap((name) => {
    const pair = { ...side, path: joinPath(side.path, name) }
    const [old, now] = [ownMember(first, name), ownMember(second, name)]
    if (old !== undefined && now !== undefined)
      return diffSchemas({ ...pair, before: old, after: now })
    const rest = {
      before: old ?? before.additionalProperties,
      after: now ?? after.additionalProperties,
    }
    const hasPatterns = 'patternProperties' in before || 'patternProperties' in after
    const kind = hasPatterns ? 'changed' : summaryOf(diffSchemas({ ...pair, ...rest }))
    return [toChange({ ...pair, before: old, after: now }, kind)]
  })
}

/** Which names a pattern takes in cannot be compared, so one that comes or goes may do either. */
function diffPatterns(side: Side): readonly ContractChange[] {
  return diffMembers(side, 'changed')
}

/** Two maps of schemas, member by member; one that is in one of them only is a change of the kind `lone`. */
function diffMembers(
  { before, after, ...side }: Side,
  lone: ContractChangeKind,
): readonly ContractChange[] {
  const [first, second] = [toMap(before), toMap(after)]
  return namesOf(first, second).flatMap((name) => {
    const path = joinPath(side.path, name)
    const pair = { ...side, path, before: first[name], after: second[name] }
    const isInBoth = pair.before !== undefined && pair.after !== undefined
    return isInBoth ? diffSchemas(pair) : [toChange(pair, lone)]
  })
}

function diffItems(side: Side): readonly ContractChange[] | undefined {
  // The form of draft-07, a list, is told as a whole.
  const isList = Array.isArray(side.before) || Array.isArray(side.after)
  return isList ? undefined : diffSchemas(side as Side<SubSchema>)
}

function diffPrefix(side: Side, { before, after }: Schemas): readonly ContractChange[] {
  const [first, second] = [before.prefixItems ?? [], after.prefixItems ?? []]
  const length = Math.max(first.length, second.length)
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const pair = { ...side, path: joinPath(side.path, index) }
    const [old, now] = [first[index], second[index]]
    if (old !== undefined && now !== undefined)
      return diffSchemas({ ...pair, before: old, after: now })
    const rest = { before: old ?? before.items, after: now ?? after.items }
    const kind = summaryOf(diffSchemas({ ...pair, ...rest }))
    return [toChange({ ...pair, before: old, after: now }, kind)]
  })
}

function diffContains(side: Side, { before, after }: Schemas): readonly ContractChange[] {
  // Whoever asks for one of any kind asks for one.
  if (side.before === undefined) return [toChange(side, 'narrowed')]
  if (side.after === undefined) return [toChange(side, 'widened')]
  const changes = diffSchemas(side as Side<SubSchema>)
  // Whoever counts at most so many of a kind accepts less when more are of that kind.
  const isCounted = 'maxContains' in before || 'maxContains' in after
  return isCounted ? changes.map(asUncertain) : changes
}

function diffDefinitions(side: Side, { before, after }: Schemas): readonly ContractChange[] {
  // Who refers to one that comes or goes has changed as well, and is told there.
  const changes = diffMembers(side, 'wording')
  return isMonotone(before) && isMonotone(after) ? changes : changes.map(asUncertain)
}

function namesOf(first: object, second: object): readonly string[] {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])]
}

function ownMember<Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

function toMap(value: unknown): Readonly<Record<string, SubSchema>> {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
  // Without a prototype, so that no name finds what nobody wrote.
  const map = Object.create(null) as Record<string, SubSchema>
  return isMap ? Object.assign(map, value) : map
}

/** What a list of changes comes to. */
function summaryOf(changes: readonly ContractChange[]): ContractChangeKind {
  const kinds = new Set(changes.map(({ kind }) => kind).filter((kind) => kind !== 'wording'))
  const [only = 'wording'] = kinds
  return kinds.size > 1 ? 'changed' : only
}

function asUncertain(change: ContractChange): ContractChange {
  return change.kind === 'wording' ? change : { ...change, kind: 'changed', breaking: true }
}
