import type { Constructor } from '../../tools/constructor.js'
import type { TypeRecord } from '../rules/class-transformer-records.js'
import type { DiscriminatedShape } from './shape.js'
import type { ValueReading } from './value-problems.js'

/** Reads a `@Type` with a discriminator: one of several classes, chosen by the value of a tag. */
export function readDiscriminated(
  reading: ValueReading,
  { options }: TypeRecord,
): DiscriminatedShape {
  const { discriminator, keepDiscriminatorProperty = false } = options
  const all = (discriminator?.subTypes ?? []) as readonly SubType[]
  const subTypes = all.filter(isKnown)
  reportSubTypes(reading, all, subTypes)
  return {
    kind: 'discriminated',
    tag: discriminator?.property ?? '',
    keepsTag: keepDiscriminatorProperty,
    variants: new Map(subTypes.map(({ name, value }) => [name, reading.readNested(value)])),
  }
}

interface SubType {
  readonly name: unknown
  readonly value: unknown
}

interface KnownSubType {
  readonly name: string
  readonly value: Constructor
}

/** A tag of another type than text would never be found: class-transformer declares it as text, too. */
function isKnown(subType: SubType): subType is KnownSubType {
  return typeof subType.name === 'string' && typeof subType.value === 'function'
}

function reportSubTypes(
  reading: ValueReading,
  all: readonly SubType[],
  known: readonly KnownSubType[],
): void {
  if (known.length === 0 || known.length < all.length) {
    reading.report(
      'the discriminator of its @Type names no classes, or one that is not known.',
      'List each class in subTypes with a text as its name, imported with `import`.',
    )
  }
  if (new Set(known.map(({ name }) => name)).size < known.length) {
    reading.report(
      'the discriminator of its @Type gives two classes one name.',
      'Give each class in subTypes a name of its own.',
    )
  }
}
