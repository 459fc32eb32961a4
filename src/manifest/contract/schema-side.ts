import type { JsonValue } from '../../schema/json.js'
import type { ContractChange, ContractChangeKind } from './contract-change.js'

/** Which way a value goes: a caller sends input and reads output. */
export type Direction = 'input' | 'output'

/** The same place in two schemas. */
export interface Side<Value = unknown> {
  readonly path: string
  readonly direction: Direction
  readonly before: Value
  readonly after: Value
}

/** The change at a place. Narrower input is refused, wider output was not expected: both break. */
export function toChange(
  { path, direction, before, after }: Side,
  kind: ContractChangeKind,
): ContractChange {
  return {
    path,
    kind,
    ...(before === undefined ? {} : { before: before as JsonValue }),
    ...(after === undefined ? {} : { after: after as JsonValue }),
    breaking: isBreaking(kind, direction),
  }
}

function isBreaking(kind: ContractChangeKind, direction: Direction): boolean {
  if (kind === 'wording') return false
  return kind === 'changed' || (kind === 'narrowed') === (direction === 'input')
}
