/**
 * Freezes plain JSON through and through and returns it. Walks without recursion, so that depth does no harm, and
 * passes over what is frozen already.
 */
export function deepFreeze<Value>(value: Value): Value {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const current = pending.pop()
    if (typeof current !== 'object' || current === null || Object.isFrozen(current)) continue
    Object.freeze(current)
    for (const member of Object.values(current)) pending.push(member)
  }
  return value
}
