import { joinPath } from '../../../errors/argument-path.js'
import { refusesAlways } from '../probe/decisive-refusal.js'
import type { Finding } from '../report/finding.js'
import type { PropertyPlace } from '../probe/property-place.js'
import { probeValue } from '../probe/property-probe.js'
import { branchesOf, isOpenType, type SchemaNode } from '../../../arguments/schema/type-branches.js'

/** Where an argument may be absent or null for one side and not for the other. */
export async function findPresence(place: PropertyPlace): Promise<readonly Finding[]> {
  const found = [await absenceFinding(place), await nullFinding(place)]
  return found.filter((finding) => finding !== undefined)
}

async function absenceFinding(place: PropertyPlace): Promise<Finding | undefined> {
  const { property, path, isRequired } = place
  if (property.presence === 'required') return isRequired ? undefined : neverAbsent(path)
  if (!isRequired || property.initial !== undefined) return undefined
  const result = await probeValue(place.probe, undefined)
  return result.status === 'accepted' ? sometimesAbsent(place) : undefined
}

function neverAbsent(property: string): Finding {
  const message = 'its type lets it be absent, and its validators require it.'
  const fix = 'Add @IsOptional(), or declare it without `?` and `undefined`.'
  return {
    ...{ property, kind: 'presence', severity: 'warning', acceptedBy: 'type' },
    ...{ message, fix },
  }
}

function sometimesAbsent({ path, property }: PropertyPlace): Finding {
  const message = 'its validators let it be absent, and its type says that it is always there.'
  const cause = property.presence === 'conditional' ? '@ValidateIf' : '@IsOptional()'
  const fix = `Declare it with \`?\`, give it an initialiser, or remove ${cause}.`
  return {
    ...{ property: path, kind: 'presence', severity: 'error', acceptedBy: 'validators' },
    ...{ message, fix },
  }
}

async function nullFinding(place: PropertyPlace): Promise<Finding | undefined> {
  const { property, type, probe } = place
  if (isOpenType(type)) return undefined
  if (hasNull(type)) {
    const isRefused = await refusesAlways(probe, null, joinPath('', property.key))
    return isRefused && property.value.kind !== 'transformed' ? neverNull(place) : undefined
  }
  // The derived schema is never stricter than admit: where it has no null, admit refuses it.
  if (!hasNull(place.derived)) return undefined
  const result = await probeValue(probe, null)
  return result.status === 'accepted' && result.value === null ? sometimesNull(place) : undefined
}

function hasNull(node: SchemaNode): boolean {
  return branchesOf(node).some(({ kind }) => kind === 'null')
}

function neverNull({ path }: PropertyPlace): Finding {
  const message = 'its type has null, and its validators refuse it.'
  const fix = 'Add @Nullable(), or remove null from the type.'
  return {
    ...{ property: path, kind: 'null', severity: 'warning', acceptedBy: 'type' },
    ...{ message, fix, example: null },
  }
}

function sometimesNull({ path, property }: PropertyPlace): Finding {
  const message = 'its validators accept null, which its type does not have.'
  const fix = property.isNullable
    ? 'Declare it with `| null`, or remove @Nullable().'
    : 'Declare it with `| null`, or add a rule that refuses null.'
  return {
    ...{ property: path, kind: 'null', severity: 'error', acceptedBy: 'validators' },
    ...{ message, fix, example: null },
  }
}
