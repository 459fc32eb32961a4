/** True when the value carries the brand, whichever copy of the package made it. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, brand) === true
}
