/** True when the value carries the brand, whichever copy of the package made it. False for a Proxy that throws. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  if (typeof value !== 'object' || value === null) return false
  try {
    return Reflect.get(value, brand) === true
  } catch {
    return false
  }
}
