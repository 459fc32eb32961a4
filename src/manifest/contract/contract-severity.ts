import type { Severity } from '../severity.js'
import type { ContractChange } from './contract-change.js'

/** Members of a contract that decide on more than arguments and results. */
const grave: ReadonlySet<string> = new Set(['effect', 'source', 'keyRule'])

/** How bad these changes of a contract are together. */
export function contractSeverity(changes: readonly ContractChange[]): Severity {
  if (changes.some(({ path, breaking }) => breaking && grave.has(path))) return 'high'
  return changes.every(({ kind }) => kind === 'wording') ? 'low' : 'medium'
}
