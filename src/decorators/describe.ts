import { assertLegacyDecorator } from '../metadata/legacy-decorator.js'
import { recordDescription } from '../metadata/property-metadata.js'

/**
 * Describes an argument to the model. An argument without one is a lint.
 *
 * @example
 * ```ts
 * @IsInt() @Min(1) @Describe('Amount in cents.')
 * amountCents!: number
 * ```
 */
export function Describe(text: string): PropertyDecorator {
  return (prototype, property) => {
    assertLegacyDecorator('@Describe', property)
    recordDescription(prototype, String(property), text)
  }
}
