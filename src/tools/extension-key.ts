/** The key of one typed extension of a context. Two keys are never the same, whatever their names. */
export interface ExtensionKey<Value> {
  readonly name: string
  /** Only a type: what the key holds. */
  readonly valueType?: Value
}

/**
 * Creates the key of a typed context extension.
 *
 * @example
 * ```ts
 * const locale = extensionKey<string>('locale')
 * context.with(locale, 'de').get(locale) // 'de'
 * ```
 */
export function extensionKey<Value>(name: string): ExtensionKey<Value> {
  return Object.freeze({ name })
}
