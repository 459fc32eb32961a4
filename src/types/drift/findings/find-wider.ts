import type { ValueShape } from '../../../arguments/shape/shape.js'
import { instanceKeyword } from '../../../tools/type-facts.js'
import { candidatesFor, type Candidate } from '../examples/candidates.js'
import { show, type Finding } from '../report/finding.js'
import type { PropertyPlace } from '../probe/property-place.js'
import { probeValue } from '../probe/property-probe.js'
import { adviseRules } from '../report/rule-advice.js'
import type { SchemaNode } from '../../../arguments/schema/type-branches.js'

/** Values that the validators accept and that arrive as what the type does not have; one for each place. */
export async function findWider(place: PropertyPlace): Promise<readonly Finding[]> {
  const { property } = place
  const findings = new Map<string, Finding>()
  for (const candidate of candidatesFor({ ...place, shape: property.value })) {
    if (findings.has(candidate.at) || isAskedElsewhere(candidate)) continue
    const finding = await tryCandidate(place, candidate)
    if (finding !== undefined) findings.set(candidate.at, finding)
  }
  return [...findings.values()]
}

/** Whether an argument itself may be null is asked for itself. */
function isAskedElsewhere({ at, part }: Candidate): boolean {
  return at === '' && part === null
}

async function tryCandidate(
  place: PropertyPlace,
  candidate: Candidate,
): Promise<Finding | undefined> {
  const { judge, type } = place
  const { value } = place.property
  const isJsonOfType = judge.hasJson(candidate.value)
  const staysJson = isPlain(value) && !mentionsInstance(type)
  if ((isJsonOfType && staysJson) || isOthersFault(place, candidate)) return undefined
  const result = await probeValue(place.probe, candidate.value)
  if (result.status === 'refused') return undefined
  if (!staysJson && judge.has(result.value)) return undefined
  const isMade = isJsonOfType || value.kind === 'transformed'
  return isMade ? hydrated(place, candidate) : accepted(place, candidate)
}

function isOthersFault({ judge }: PropertyPlace, { beside }: Candidate): boolean {
  return beside !== undefined && !judge.hasJson(beside)
}

function accepted({ path, type }: PropertyPlace, { at, part }: Candidate): Finding {
  const isNull = part === null
  return {
    property: path + at,
    kind: isNull ? 'null' : 'wider',
    severity: 'error',
    message: `its validators accept ${show(part)}, which its type does not have.`,
    fix:
      at === ''
        ? `Add ${adviseRules(type) ?? 'a rule that refuses it'}, or widen the type.`
        : 'Add a rule for what stands there, or widen the type.',
    example: part,
    acceptedBy: 'validators',
  }
}

function hydrated({ path, type }: PropertyPlace, { at, part }: Candidate): Finding {
  return {
    property: path + at,
    kind: 'hydration',
    severity: 'error',
    message: `${show(part)} is accepted, and what the body then gets is not of its type.`,
    fix: `Use ${(at === '' ? adviseRules(type) : undefined) ?? 'a decorator that makes it'}, or declare what the body gets.`,
    example: part,
    acceptedBy: 'validators',
  }
}

/** True where what is admitted is what the body gets. */
function isPlain(shape: ValueShape): boolean {
  switch (shape.kind) {
    case 'array':
      return isPlain(shape.items)
    case 'map':
      return isPlain(shape.values)
    case 'tuple':
      return shape.items.every(isPlain)
    case 'any':
    case 'free':
    case 'schema':
      return true
    case 'bigint':
    case 'date':
    case 'discriminated':
    case 'object':
    case 'transformed':
      return false
  }
}

/** True unless a type is plainly without instances; what it refers to may have some. */
function mentionsInstance({ schema }: SchemaNode): boolean {
  const text = JSON.stringify(schema)
  return text.includes(`"${instanceKeyword}"`) || text.includes('"$ref"')
}
