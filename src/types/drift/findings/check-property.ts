import { findNarrower } from './find-narrower.js'
import { findPresence } from './find-presence.js'
import { findWider } from './find-wider.js'
import type { Finding } from '../report/finding.js'
import type { PropertyPlace } from '../probe/property-place.js'

/** How the type and the validators of one argument differ; the classes it nests are checked for themselves. */
export async function checkProperty(place: PropertyPlace): Promise<readonly Finding[]> {
  const presence = await findPresence(place)
  const narrower = await findNarrower(place)
  const wider = await findWider(place)
  return [...presence, ...mergeFindings(narrower, wider)]
}

/** Says each difference once: where it is widest, and with an example where there is one. */
function mergeFindings(
  narrower: readonly Finding[],
  wider: readonly Finding[],
): readonly Finding[] {
  const disjoint = narrower.filter(({ kind }) => kind === 'disjoint')
  const told = disjoint.map((finding) => {
    const other = wider.find(
      ({ property, kind }) => kind === 'wider' && property === finding.property,
    )
    return other === undefined ? finding : withExample(finding, other)
  })
  const rest = narrower.filter(({ kind }) => kind !== 'disjoint')
  const more = [...rest, ...wider].filter(
    (finding) => !told.some((other) => covers(other, finding)),
  )
  const outer = more.filter(
    (finding) => !more.some((other) => other !== finding && isInside(finding, other)),
  )
  return [...told, ...outer]
}

function withExample(finding: Finding, { example, acceptedBy }: Finding): Finding {
  return {
    ...finding,
    ...(example !== undefined && { example }),
    ...(acceptedBy !== undefined && { acceptedBy }),
  }
}

function covers(disjoint: Finding, { property }: Finding): boolean {
  return property === disjoint.property || isBelow(property, disjoint.property)
}

function isInside(finding: Finding, other: Finding): boolean {
  return finding.kind === other.kind && isBelow(finding.property, other.property)
}

function isBelow(property: string, parent: string): boolean {
  return property.startsWith(`${parent}[`) || property.startsWith(`${parent}.`)
}
