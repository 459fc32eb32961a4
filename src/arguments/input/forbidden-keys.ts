/** Keys that reach the language, wherever they stand. */
export function isForbiddenEverywhere(key: string): boolean {
  return key === '__proto__'
}

/** Keys that reach the language, but in free maps. */
export function isForbiddenKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}
