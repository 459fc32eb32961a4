import { DefinitionError } from '../../../errors/definition-error.js'
import { isPlainPattern } from '../../bounded-pattern.js'
import { compileJsonSchema } from '../../json-schema-validator.js'
import type { JsonValue } from '../../json.js'
import { typesOfValues, valuesOf } from './listed-values.js'
import type { Facet, Shape } from './shape.js'

/**
 * A list of values and what else is asked of them. No target takes both, so that the list is left with those that are
 * accepted, and the facets are those that it says nothing of. Facets are all that values are held to: what an object or an
 * array that is listed has in it is left to validation.
 */
export function heldValues(
  values: readonly JsonValue[],
  { types, facets }: Pick<Shape, 'types' | 'facets'>,
): Pick<Shape, 'types' | 'values' | 'facets'> {
  let held = valuesOf(values, types)
  const untold = facets.filter((facet) => {
    const test = testOf(facet)
    if (test !== undefined) held = held.filter(test)
    return test === undefined && !annotations.has(facet.keyword)
  })
  return { types: typesOfValues(held, types), values: held, facets: untold }
}

type Test = (value: JsonValue) => boolean

const tests = new WeakMap<Facet, Test>()

function testOf(facet: Facet): Test | undefined {
  const known = tests.get(facet) ?? createTest(facet)
  if (known !== undefined) tests.set(facet, known)
  return known
}

function createTest({ keyword, value }: Facet): Test | undefined {
  const isTold = keyword === 'pattern' ? isPlainPattern(String(value)) : comparing.has(keyword)
  if (!isTold) return undefined
  try {
    const violationsOf = compileJsonSchema({ [keyword]: value })
    return (listed) => violationsOf(listed).length === 0
  } catch (error) {
    if (DefinitionError.is(error)) throw error
    return undefined
  }
}

/** Facets that look at a value only from outside. */
const comparing: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
])

/** Facets that ask nothing of a value. */
const annotations: ReadonlySet<string> = new Set([
  ...['format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
])
