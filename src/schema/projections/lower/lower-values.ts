import type { JsonTypeName } from '../../json-schema.js'
import type { JsonValue } from '../../json.js'
import { jsonTypeOf } from '../../json-type.js'
import type { Shape } from '../shape/shape.js'
import { typeOfKeyword } from '../shape/keyword-kinds.js'
import { wordsOf, wordsOfValues } from '../shape/words.js'
import { copyJson } from '../rewrite/copy-json.js'
import type { Draft } from '../rewrite/draft.js'
import { refuseStrict, type Lowering } from './lowering.js'
import type { Variant } from './variants.js'

/** A shape that lists its values, null apart: one variant for each type of them, or one for all. */
export function lowerValues(
  shape: Shape,
  values: readonly JsonValue[],
  lowering: Lowering,
): readonly Variant[] {
  const facet = { keyword: 'enum', path: shape.path }
  if (values.some((value) => typeof value === 'object'))
    refuseStrict(lowering, facet, 'A listed value is an object or an array.')
  const types = [...new Set(values.map(jsonTypeOf))]
  if (lowering.rules.enums === 'bare') {
    const notes = types.flatMap((type) => notesOf(shape, type, lowering))
    return [{ schema: { enum: copyJson(values) }, notes }]
  }
  return types.map((type) => {
    const own = values.filter((value) => jsonTypeOf(value) === type)
    const { schema, notes } =
      lowering.rules.enums === 'typed'
        ? { schema: { type: nameOf(type, own), enum: copyJson(own) }, notes: [] }
        : lowerUntyped(type, own, { facet, lowering })
    return { schema, notes: [...notes, ...notesOf(shape, type, lowering)] }
  })
}

/** What is asked of listed values and the list does not say. */
function notesOf({ facets }: Shape, type: JsonTypeName, { losses }: Lowering): readonly string[] {
  return facets
    .filter(({ keyword }) => typeOfKeyword.get(keyword) === type)
    .map((facet) => {
      const { keyword, path } = facet
      const words = wordsOf(facet)
      losses.add({ path, keyword, kind: 'described', message: words })
      return words
    })
}

interface Listed {
  readonly facet: { readonly keyword: string; readonly path: string }
  readonly lowering: Lowering
}

/** Where only strings can be listed, an empty one not among them. */
function lowerUntyped(
  type: JsonTypeName,
  values: readonly JsonValue[],
  { facet, lowering }: Listed,
): Variant {
  if (type === 'string' && !values.includes(''))
    return { schema: { type, enum: [...values] }, notes: [] }
  const schema = { type: nameOf(type, values), ...rangeOf(values), ...containerOf(type) }
  if (type === 'boolean' && values.length === 2) return { schema, notes: [] }
  const words = wordsOfValues(values)
  lowering.losses.add({ ...facet, kind: 'described', message: words })
  return { schema, notes: [words] }
}

function containerOf(type: JsonTypeName): Draft {
  return type === 'array' ? { items: {} } : {}
}

function nameOf(type: JsonTypeName, values: readonly JsonValue[]): JsonTypeName {
  return type === 'number' && values.every(Number.isInteger) ? 'integer' : type
}

/** The bounds of whole numbers that follow one another. */
function rangeOf(values: readonly JsonValue[]): Draft {
  const numbers = values.filter((value) => Number.isSafeInteger(value)).map(Number)
  const [minimum, maximum] = [Math.min(...numbers), Math.max(...numbers)]
  const isDense = numbers.length === values.length && maximum - minimum === numbers.length - 1
  return isDense ? { minimum, maximum } : {}
}
