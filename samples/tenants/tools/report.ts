import { inject } from 'inversify'
import { Tool, type ToolContext } from 'tallystick'
import type { Crate } from '../stock/crate.js'
import { Stock } from '../stock/stock.js'

/** What a report says of one shelf. */
export interface ShelfReport {
  readonly shelf: string
  readonly items: number
  readonly crates: readonly Crate[]
}

@Tool({
  server: 'warehouse',
  name: 'report',
  description: 'What lies on each shelf, with the sum of the items.',
  mutates: false,
})
export class Report {
  constructor(@inject(Stock) private readonly stock: Stock) {}

  /** Asks another tool for each shelf: what the caller may not call, its report cannot tell. */
  async call(context: ToolContext): Promise<readonly ShelfReport[]> {
    const shelves = await this.stock.shelves()
    return Promise.all(shelves.map((shelf) => reportOn(shelf, context)))
  }
}

async function reportOn(shelf: string, context: ToolContext): Promise<ShelfReport> {
  const outcome = await context.dispatch('warehouse/find_crates', { shelf })
  const crates = outcome.status === 'output' ? (outcome.value as unknown as readonly Crate[]) : []
  return { shelf, crates, items: crates.reduce((sum, { items }) => sum + items, 0) }
}
