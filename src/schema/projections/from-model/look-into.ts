/** What an object is made of, seen once: nothing that belongs to it is run or asked again afterwards. */
export interface Inside {
  readonly isArray: boolean
  readonly prototype: object | null
  readonly properties: Readonly<Record<string, PropertyDescriptor>>
}

/**
 * Looks into what a model sent, which may be hostile; undefined for a proxy that throws when it is looked at.
 * Validation says what is wrong with it.
 */
export function lookInto(value: object): Inside | undefined {
  try {
    return {
      isArray: Array.isArray(value),
      prototype: Object.getPrototypeOf(value) as object | null,
      properties: Object.getOwnPropertyDescriptors(value),
    }
  } catch {
    return undefined
  }
}
