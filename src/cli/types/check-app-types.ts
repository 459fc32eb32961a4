import type { TypeDrift } from '../../types/drift/report/type-drift.js'
import { extractFacts } from '../../types/extract-facts.js'
import { findStale, type FactsFileOptions, type StaleFacts } from '../../types/find-stale.js'
import { findToolClass } from '../../registry/listing/definition-origin.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { shownPath } from '../terminal/shown-path.js'
import { loadApp } from '../app/load-app.js'

/** What `tallystick types --check` found. */
export interface TypesReport {
  /** Whether there is nothing to mend. */
  readonly agrees: boolean
  /** How many tools were compared: those made of a class. */
  readonly tools: number
  /** Why the file of facts is out of date, if it is. */
  readonly stale: StaleFacts | undefined
  /** Where types and validators differ. */
  readonly drifts: readonly TypeDrift[]
}

/** Where to look. */
export interface TypesCheck extends FactsFileOptions {
  readonly cwd: string
  readonly app: string | undefined
}

/** Reads the types as they are now and compares them with the validators of the app. Writes nothing. */
export async function checkAppTypes({ cwd, app, ...places }: TypesCheck): Promise<TypesReport> {
  const { registry, facts } = await loadApp(cwd, app)
  const file = places.file ?? facts
  const kept = { ...places, ...(file !== undefined && { file }) }
  const { checkTypes } = await import('../../types/drift/check-types.js')
  const fresh = extractFacts(kept)
  const drifts = await checkTypes(registry.definitions, fresh)
  const found = findStale({ ...kept, fresh })
  const stale = found && { ...found, file: shownPath(found.file, cwd) }
  const agrees = stale === undefined && drifts.length === 0
  return { agrees, tools: registry.definitions.filter(isOfClass).length, stale, drifts }
}

function isOfClass(definition: ToolDefinition): boolean {
  return findToolClass(definition) !== undefined
}
