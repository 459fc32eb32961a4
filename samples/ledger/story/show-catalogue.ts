import type { ToolRegistry } from 'tallystick'
import { alignTable } from '../terminal/align-table.js'
import { prettyJson } from '../terminal/format-json.js'
import { pageWidth, type Page } from '../terminal/page.js'

/** What this is. */
export function showTitle(page: Page, accountCount: number): void {
  page.lines([
    page.paint('bold', 'The books of Harbour Bakery, as tools an AI agent may call'),
    `A double-entry ledger in a SQLite file: ${accountCount} accounts, the first half of 2026.`,
  ])
}

/** The tools as a table. */
export function showCatalogue(page: Page, registry: ToolRegistry): void {
  page.heading('3. The catalogue: what a model may call')
  const rows = registry
    .descriptors()
    .map(({ wireName, effect, description }) => [wireName, effect, description])
  const columns = [{ title: 'wire name' }, { title: 'effect' }, { title: 'description' }]
  page.lines(alignTable(columns, rows, pageWidth))
}

/** The schema of one tool, as the model gets it. */
export function showSchema(page: Page, registry: ToolRegistry, wireName: string): void {
  page.heading(`4. The JSON Schema of ${wireName}, derived from its class`)
  page.lines(prettyJson(registry.resolve(wireName).inputSchema, pageWidth - 12).split('\n'))
}
