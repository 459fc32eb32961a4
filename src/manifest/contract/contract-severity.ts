import type { Severity } from '../severity.js'
import type { ContractChange } from './contract-change.js'

/** Members of a contract that decide on more than arguments and results. */
const grave: ReadonlySet<string> = new Set(['effect', 'source', 'idempotencyKey'])

/** How bad these changes of a contract are together; the worst when nobody can say what changed. */
export function contractSeverity(changes: readonly ContractChange[] | undefined): Severity {
  if (changes === undefined) return 'high'
  if (changes.some(({ path, breaking }) => breaking && grave.has(path))) return 'high'
  return changes.every(({ kind }) => kind === 'wording') ? 'low' : 'medium'
}
