import { AsyncLocalStorage } from 'node:async_hooks'

const storageKey = Symbol.for('tallystick.ambientContext')

/** The one storage of this process, shared by all copies of this package; it holds the context of the call. */
export function ambientStorage(): AsyncLocalStorage<object> {
  return (known ??= findOrCreate())
}

let known: AsyncLocalStorage<object> | undefined

function findOrCreate(): AsyncLocalStorage<object> {
  const holder = globalThis as { [storageKey]?: AsyncLocalStorage<object> | undefined }
  return (holder[storageKey] ??= new AsyncLocalStorage<object>())
}
