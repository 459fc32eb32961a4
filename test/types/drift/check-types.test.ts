import { beforeAll, describe, expect, it } from 'vitest'
import { checkTypes } from '../../../src/types/drift/check-types.js'
import * as cleanObjects from './fixtures/clean-objects.js'
import * as cleanTexts from './fixtures/clean-texts.js'
import * as driftingObjects from './fixtures/drifting-objects.js'
import * as driftingValues from './fixtures/drifting-values.js'
import { fixtureFacts, toolsOf } from './fixture-tools.js'

const clean = [...toolsOf(cleanTexts), ...toolsOf(cleanObjects)]
const drifting = [...toolsOf(driftingValues), ...toolsOf(driftingObjects)]

// Reading types starts a compiler, which takes longer than a test should.
beforeAll(() => void fixtureFacts(), 60_000)

/** What is found in one tool: property, kind, who accepts the example, and the example. */
async function foundIn(name: string): Promise<readonly string[]> {
  const tools = drifting.filter(({ id }) => id.name === name)
  const drifts = await checkTypes(tools, fixtureFacts())
  return drifts.map(({ property, kind, acceptedBy, example }) =>
    [property, kind, acceptedBy, JSON.stringify(example)]
      .filter((word) => word !== undefined)
      .join(' '),
  )
}

describe('checkTypes, types and validators that agree', () => {
  it.each(clean.map((definition) => [definition.id.name, definition] as const))(
    'finds nothing in %s',
    async (_name, definition) => {
      expect(await checkTypes([definition], fixtureFacts())).toEqual([])
    },
  )

  it('is asked of forty classes', () => {
    expect(clean.length).toBeGreaterThanOrEqual(40)
  })
})

describe('checkTypes, validators that accept nothing of the type', () => {
  it.each([
    ['text_by_integer', 'value disjoint validators 1'],
    ['text_by_bounded_integer', 'value disjoint validators 1000'],
    ['text_by_flag', 'value disjoint validators true'],
    ['flag_by_text', 'value disjoint validators "true"'],
    ['number_by_email', 'value disjoint validators "a@example.com"'],
    ['bigint_by_integer', 'value disjoint validators 1'],
    ['enum_by_text', 'value disjoint validators "text"'],
    ['other_literals', 'value disjoint validators "c"'],
    ['array_by_text', 'value disjoint validators "text"'],
    ['array_by_class', 'value disjoint validators []'],
    ['map_by_text', 'value disjoint'],
    ['text_by_class', 'value disjoint type "x"'],
    ['other_class', 'value disjoint type {"street":"x","zip":"x"}'],
    ['unknown_variant', 'value disjoint'],
    ['shorter_tuple', 'value disjoint type ["x",1,true]'],
    ['other_elements', 'value[] disjoint validators "text"'],
    ['deep_elements', 'value[][] disjoint validators "text"'],
    ['other_values', 'value[*] disjoint validators "text"'],
    ['other_tuple', 'value[1] disjoint'],
    ['nested_property', 'value.zip disjoint validators 1'],
    ['nested_in_array', 'value[].zip disjoint validators 1'],
    ['nested_in_map', 'value[*].zip disjoint validators 1'],
    ['nested_in_tuple', 'value[1].zip disjoint validators 1'],
    ['recursive', 'value.weight disjoint validators 1'],
  ])('are found in %s', async (name, found) => {
    expect(await foundIn(name)).toEqual([found])
  })
})

describe('checkTypes, validators that accept more than the type', () => {
  it.each([
    ['more_literals', 'value wider validators "c"'],
    ['literals_by_text', 'value wider validators "text"'],
    ['enum_by_number', 'value wider validators -1'],
    ['other_enum', 'value wider validators 2'],
    ['text_by_allow', 'value wider validators 1'],
    ['number_by_defined', 'value wider validators "text"'],
    ['text_by_not_empty', 'value wider validators 1'],
    ['template_by_text', 'value wider validators "text"'],
    ['class_by_object', 'value wider validators {}'],
    ['interface_by_object', 'value wider validators {"key":"text"}'],
    ['named_values', 'value wider validators {}'],
    ['map_by_object', 'value wider validators {"key":"text"}'],
    ['array_by_not_empty', 'value wider validators "text"'],
    ['array_without_elements', 'value[] wider validators 1'],
    ['more_elements', 'value[] wider validators "c"'],
    ['nested_arrays', 'value[] wider validators [1]'],
    ['union_of_arrays', 'value[] wider validators true'],
    ['tuple_by_array', 'value wider validators ["x","x"]'],
    ['possible_null_elements', 'value[] null validators null'],
    ['nullable_without_null', 'value null validators null'],
    ['null_by_condition', 'value null validators null'],
    ['required_but_optional', 'value presence validators'],
    ['conditional_but_required', 'value presence validators'],
  ])('are found in %s', async (name, found) => {
    expect(await foundIn(name)).toEqual([found])
  })
})

describe('checkTypes, parts of the type that the validators never accept', () => {
  it.each([
    ['fewer_literals', 'value narrower type "b"'],
    ['fewer_elements', 'value[] narrower type "c"'],
    ['union_by_number', 'value narrower type "x"'],
    ['union_elements', 'value[] narrower type 1'],
    ['narrower_union_of_arrays', 'value[] narrower type 1'],
    ['array_or_text', 'value narrower type "x"'],
    ['class_or_text', 'value narrower type "x"'],
    ['union_by_one_class', 'value narrower type {"side":1}'],
    ['missing_variant', 'value narrower type {"side":1}'],
    ['null_elements', 'value[] null type null'],
    ['null_without_nullable', 'value null type null'],
    ['null_by_optional', 'value null type null'],
    ['optional_but_required', 'value presence type'],
  ])('are found in %s', async (name, found) => {
    expect(await foundIn(name)).toEqual([found])
  })
})

describe('checkTypes, what the body gets', () => {
  it.each([
    ['date_by_text', ['value hydration validators "2020-01-01T00:00:00Z"']],
    ['text_by_date', ['value hydration validators "2020-01-01T00:00:00Z"']],
    ['bigint_by_text', ['value hydration validators "1"']],
    ['real_map', ['value hydration validators {}']],
    ['transformed', ['value hydration validators 1']],
    ['transformed_null', ['value hydration validators 1', 'value null validators null']],
    ['undecorated', ['other undecorated type', 'value undecorated type']],
    ['smaller_class', ['value.zip undecorated type']],
    ['dropped_tag', ['value.kind undecorated type']],
    ['private_argument', ['value no-facts']],
    ['class_without_type', ['value definition']],
  ])('is compared with the type of %s', async (name, found) => {
    expect(await foundIn(name)).toEqual(found)
  })
})
