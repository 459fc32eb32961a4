/**
 * Freezes plain JSON through and through and returns it. Walks without recursion, so that depth does no harm, and
 * passes over what is frozen already.
 */
export function deepFreeze<Value>(value: Value): Value {
  const pending: object[] = []
  note(value, pending)
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    Object.freeze(current)
    noteMembers(current, pending)
  }
  return value
}

/** Goes over them one by one: a list of them costs more than all else here. */
function noteMembers(container: object, pending: object[]): void {
  if (Array.isArray(container)) for (const member of container) note(member, pending)
  else
    for (const key of Object.keys(container))
      note((container as Record<string, unknown>)[key], pending)
}

function note(value: unknown, pending: object[]): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  pending.push(value)
}
