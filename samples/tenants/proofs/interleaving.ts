import assert from 'node:assert/strict'
import type { JsonObject } from 'tallystick'
import { seedShelves, tenants } from '../database/seed.js'
import type { Crate } from '../stock/crate.js'
import type { ShelfReport } from '../tools/report.js'
import { outputOf } from './ending.js'
import type { Stage } from './stage.js'

const callCount = 1_000

/** All calls at once, of both tenants in turn; every row of every answer is looked at. */
export async function proveNoLeaks({ registry, schema }: Stage): Promise<void> {
  const numbers = Array.from({ length: callCount }, (_, number) => number)
  const answers = await Promise.all(
    numbers.map(async (number) => {
      const { tool, input } = callNumber(number)
      const call = registry.dispatch(tool, input, { tenantId: tenantOf(number) })
      return { tenantId: tenantOf(number), crates: cratesOfAnswer(await outputOf(call)) }
    }),
  )
  assert.equal(answers.length, callCount)
  for (const { tenantId, crates } of answers) assertOwn(tenantId, crates)
  for (const tenantId of tenants) assertOwn(tenantId, await schema.cratesOf(tenantId))
}

function tenantOf(number: number): string {
  return number % 2 === 0 ? 'north' : 'south'
}

interface NumberedCall {
  readonly tool: string
  readonly input: JsonObject
}

/** Five calls in turn: two and five have no common factor, so that each tenant makes all of them. */
function callNumber(number: number): NumberedCall {
  const tenantId = tenantOf(number)
  const shelf = seedShelves[number % seedShelves.length] ?? ''
  switch (number % 5) {
    case 0:
      return { tool: 'warehouse/find_crates', input: {} }
    case 1:
      return { tool: 'warehouse/find_crates', input: { shelf } }
    case 2:
      return { tool: 'warehouse/report', input: {} }
    case 3: {
      const code = `${tenantId}-new-${number}`
      return { tool: 'warehouse/add_crate', input: { code, shelf, items: number } }
    }
    default:
      return { tool: 'warehouse/move_crate', input: { code: `${tenantId}-A-1-1`, shelf } }
  }
}

/** The rows of an answer: a list of crates, of reports that hold some, or one crate. */
function cratesOfAnswer(answer: unknown): readonly Crate[] {
  const rows = [answer].flat() as readonly (Crate | ShelfReport)[]
  return rows.flatMap((row) => ('crates' in row ? row.crates : [row]))
}

/** @throws Error when there is no row, or one of another tenant. */
function assertOwn(tenantId: string, crates: readonly Crate[]): void {
  assert.ok(crates.length > 0, `${tenantId}: an answer has no row.`)
  const foreign = crates.filter(
    ({ tenant, code }) => tenant !== tenantId || !code.startsWith(`${tenantId}-`),
  )
  assert.deepEqual(foreign, [])
}
