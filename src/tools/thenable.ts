/** True for what `await` would wait for. Waiting costs more than looking, so the path of a call looks first. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && typeof (value as { readonly then?: unknown }).then === 'function'
}
