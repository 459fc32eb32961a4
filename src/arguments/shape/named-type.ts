import type { TypeRecord } from '../rules/class-transformer-records.js'

/** What the `@Type` of a property names; undefined where that is not known. */
export function callType(property: string, record: TypeRecord): unknown {
  return callThunk(() => record.typeFunction({ newObject: {}, object: {}, property }))
}

/** Calls a type function; one that throws (a class read before its module ran) counts as not known. */
export function callThunk(thunk: () => unknown): unknown {
  try {
    return thunk()
  } catch {
    return undefined
  }
}
