import type { StandardSchemaV1 } from '@modelcontextprotocol/client'

/** A result as it came: what is wrong with it is found by whoever reads it, one part at a time. */
export type AnyResult = Readonly<Record<string, unknown>>

/** Takes every result as it is: one bad entry of a list, or a result without `content`, must not hide the rest. */
export const anyResult: StandardSchemaV1<unknown, AnyResult> = {
  '~standard': {
    version: 1,
    vendor: 'tallystick',
    validate: (value) =>
      typeof value === 'object' && value !== null
        ? { value: value as AnyResult }
        : { issues: [{ message: 'it is no object' }] },
  },
}
