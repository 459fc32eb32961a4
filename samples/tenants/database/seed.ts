import type { Crate } from '../stock/crate.js'

/** Two merchants who share the warehouse. Their shelves have the same names. */
export const tenants = ['north', 'south'] as const

export const seedShelves: readonly string[] = ['A-1', 'A-2', 'B-1', 'B-2']

/** Three crates on each shelf; a code begins with its owner, so that a row on the wrong side shows. */
export function seedCrates(tenantId: string): readonly Omit<Crate, 'tenant'>[] {
  return seedShelves.flatMap((shelf) =>
    [1, 2, 3].map((items) => ({ code: `${tenantId}-${shelf}-${items}`, shelf, items })),
  )
}
