/** True for what `await` would wait for. Waiting costs more than looking, so the path of a call looks first. */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && typeof (value as Partial<PromiseLike<Value>>).then === 'function'
}
