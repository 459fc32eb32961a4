import { isSamePrincipal } from '../../../tools/same-principal.js'
import type { McpCaller } from '../serving/serve-options.js'

/** What of a session says whether another one may have its place. */
export interface HeldPlace {
  /** Whose it is: nobody else's requests belong to it. */
  readonly owner: McpCaller
  /** Whether it can end without cutting anything off. */
  readonly isIdle: boolean
  readonly usedAtMs: number
}

/**
 * Whose place a new session of a caller takes: that of its own which was not used for longest, else of whoever has most of
 * them, and more than this caller. Undefined where none can end.
 */
export function findPlaceFor<T extends HeldPlace>(
  caller: McpCaller,
  places: readonly T[],
): T | undefined {
  const owned = groupByOwner(places)
  const own = owned.find(([{ owner }]) => isSameCaller(owner, caller)) ?? []
  const others = owned
    .filter((group) => group.length > own.length)
    .sort((one, other) => other.length - one.length)
  return [own, ...others].map(findOldestIdle).find((place) => place !== undefined)
}

/** Whether requests of one caller are those of the other. */
export function isSameCaller(one: McpCaller, other: McpCaller): boolean {
  return one.tenantId === other.tenantId && isSamePrincipal(one.principal, other.principal)
}

type Group<T> = readonly [T, ...T[]]

function groupByOwner<T extends HeldPlace>(places: readonly T[]): readonly Group<T>[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const place of places) {
    const { tenantId, principal } = place.owner
    const key = JSON.stringify([tenantId, principal?.kind, principal?.id, principal?.onBehalfOf])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [place])
    else group.push(place)
  }
  return [...groups.values()]
}

function findOldestIdle<T extends HeldPlace>(places: readonly T[]): T | undefined {
  const [oldest] = places
    .filter(({ isIdle }) => isIdle)
    .sort((one, other) => one.usedAtMs - other.usedAtMs)
  return oldest
}
