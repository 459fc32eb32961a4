import { ValidateIf } from 'class-validator'

import { assertLegacyDecorator } from '../../metadata/legacy-decorator.js'

/** One function for every `@Nullable`, by which the rule is told from other conditions. */
function isNotNull(_object: unknown, value: unknown): boolean {
  return value !== null
}

/**
 * Allows `null` for an argument; its other rules are for what is not null. Recorded as a `ValidateIf`,
 * so that the class behaves the same under a plain `ValidationPipe`.
 *
 * @example
 * ```ts
 * @Nullable() @IsString()
 * note!: string | null
 * ```
 */
export function Nullable(): PropertyDecorator {
  return (prototype, property) => {
    assertLegacyDecorator('@Nullable', property)
    ValidateIf(isNotNull)(prototype, property)
  }
}

/** True for the condition that `@Nullable` records. */
export function isNullableCondition(condition: unknown): boolean {
  return condition === isNotNull
}
