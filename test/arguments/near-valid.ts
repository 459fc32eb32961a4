import fc from 'fast-check'

import { anyJson } from './rule-values.js'

const member = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, 1, -1, 1.5, true, [], {}, [[]], ['x'], '1', 'circle'),
  fc.constantFrom<unknown>({ x: 1 }, { kind: 'circle', radius: 1 }, { kind: 'leaf' }, [{ x: 1 }]),
  anyJson,
)

const mutation = fc.record({
  slot: fc.nat(60),
  step: fc.constantFrom('replace', 'remove', 'add', 'double', 'move'),
  key: fc.constantFrom('x', 'y', 'kind', 'label', 'next', 'children', 'toString', '0', ''),
  member,
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

/** Valid values, and the same with up to three members replaced, removed, added, doubled or moved. */
export function nearValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const mutated = fc
    .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(
      ([value, mutations]) => mutations.reduce(mutate, { value: structuredClone(value) })['value'],
    )
  return fc.oneof(valid, mutated, mutated, anyJson)
}

type Members = Record<string, unknown>

function mutate(holder: Members, { slot, step, key, member: given }: Mutation): Members {
  const slots = slotsOf(holder)
  const [owner, place] = slots[slot % slots.length] ?? []
  if (owner === undefined || place === undefined) return holder
  const current = owner[place]
  steps[owner === holder ? 'replace' : step](owner, place, { key, given, current })
  return JSON.parse(JSON.stringify(holder)) as Members
}

interface Change {
  readonly key: string
  readonly given: unknown
  readonly current: unknown
}

const steps: Readonly<
  Record<Mutation['step'], (owner: Members, place: string, change: Change) => void>
> = {
  replace: (owner, place, { given }) => {
    owner[place] = structuredClone(given)
  },
  remove: (owner, place) => {
    if (Array.isArray(owner)) owner.splice(Number(place), 1)
    else Reflect.deleteProperty(owner, place)
  },
  add: (owner, place, { key, given, current }) => {
    if (Array.isArray(owner)) owner.splice(Number(place), 0, structuredClone(current))
    else owner[key] = structuredClone(given)
  },
  double: (owner, place, { current }) => {
    owner[place] = [current, structuredClone(current)]
  },
  move: (owner, _place, { key, current }) => {
    owner[key] = structuredClone(current)
  },
}

/** Every place in which a member stands. */
function slotsOf(value: unknown): readonly (readonly [Members, string])[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Members
  return Object.keys(owner).flatMap((name) => [[owner, name] as const, ...slotsOf(owner[name])])
}
