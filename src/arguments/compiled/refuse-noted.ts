import { joinPath } from '../../errors/argument-path.js'
import type { JsonObject, JsonValue } from '../../schema/json.js'
import type { Admission } from '../../tools/tool-definition.js'
import { refused } from '../admit/admitted.js'
import { reportViolations } from '../admit/report-violations.js'
import { IssueList } from '../input/issue-list.js'
import type { Violation } from '../rules/verdict.js'
import type { ClassShape, DiscriminatedShape, ValueShape } from '../shape/shape.js'

/** What rules refused, by the object of the input that it stands in. */
export type Noted = ReadonlyMap<object, readonly Violation[]>

/**
 * The refusal for what rules noted of an input that fits its shape. Objects are found again by their places, the root
 * first, so that a pass in which all is well knows of no path. Undefined where one stands in two places: what was noted of
 * it does not tell them apart.
 */
export function refuseNoted(
  noted: Noted,
  shape: ClassShape,
  source: JsonObject,
): Admission | undefined {
  const report: Report = { noted, issues: new IssueList(), met: 0 }
  reportObject(report, shape, { source, path: '' })
  return report.met === noted.size ? refused(report.issues) : undefined
}

interface Report {
  readonly noted: Noted
  readonly issues: IssueList
  /** How often an object was met of which something was noted. */
  met: number
}

interface SourceObject {
  readonly source: JsonObject
  readonly path: string
}

function reportObject(report: Report, shape: ClassShape, { source, path }: SourceObject): void {
  const violations = report.noted.get(source)
  if (violations !== undefined) {
    report.met += 1
    reportViolations(report.issues, { shape, path }, violations)
  }
  for (const { key, value } of shape.properties) {
    if (!holdsObjects(value)) continue
    reportValue(report, value, { source: memberOf(source, key), path: joinPath(path, key) })
  }
}

/** What the pass has read of an object: members that are hidden are none to it, and may run code. */
function memberOf(source: JsonObject, key: string): JsonValue {
  const isThere = Object.prototype.propertyIsEnumerable.call(source, key)
  return isThere ? (source[key] ?? null) : null
}

function holdsObjects(value: ValueShape): boolean {
  return objectKinds.has(value.kind)
}

const objectKinds: ReadonlySet<ValueShape['kind']> = new Set<ValueShape['kind']>([
  ...(['object', 'discriminated', 'array', 'tuple', 'map'] as const),
])

function reportValue(
  report: Report,
  shape: ValueShape,
  { source, path }: { readonly source: JsonValue; readonly path: string },
): void {
  if (source === null) return
  switch (shape.kind) {
    case 'object':
      return reportObject(report, shape.shape, { source: source as JsonObject, path })
    case 'discriminated':
      return reportVariant(report, shape, { source: source as JsonObject, path })
    case 'array':
    case 'tuple':
      return reportElements(report, shape, { source: source as readonly JsonValue[], path })
    case 'map':
      for (const [key, member] of Object.entries(source as JsonObject))
        reportValue(report, shape.values, { source: member, path: joinPath(path, key) })
      return
    case 'any':
    case 'free':
    case 'transformed':
    case 'date':
    case 'bigint':
    case 'schema':
  }
}

function reportVariant(
  report: Report,
  { tag, variants }: DiscriminatedShape,
  object: SourceObject,
): void {
  const variant = variants.get(object.source[tag] as string)
  if (variant !== undefined) reportObject(report, variant, object)
}

function reportElements(
  report: Report,
  shape: ValueShape & { kind: 'array' | 'tuple' },
  { source, path }: { readonly source: readonly JsonValue[]; readonly path: string },
): void {
  if (shape.kind === 'array' && !holdsObjects(shape.items)) return
  // Its own methods are no part of it that may run.
  for (let index = 0; index < source.length; index += 1) {
    const items = shape.kind === 'tuple' ? shape.items[index] : shape.items
    const element = source[index] ?? null
    if (items !== undefined)
      reportValue(report, items, { source: element, path: joinPath(path, index) })
  }
}
