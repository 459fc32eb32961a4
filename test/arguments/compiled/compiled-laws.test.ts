import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'

import { admitObject } from '../../../src/arguments/admit/admit-object.js'
import { hydrate } from '../../../src/arguments/admit/hydrate.js'
import type { ClassArguments } from '../../../src/arguments/class-arguments.js'
import { compileArguments } from '../../../src/arguments/compiled/compile-arguments.js'
import { askRules } from '../../../src/arguments/rules/ask-rules.js'
import { checkRules } from '../../../src/arguments/rules/check-rules.js'
import { DefinitionError } from '../../../src/errors/definition-error.js'
import type { Constructor } from '../../../src/tools/constructor.js'
import type { Admission } from '../../../src/tools/tool-definition.js'
import { argumentsOf } from '../arguments-of.js'
import { classOf, forgettingClasses } from '../class-under-test.js'
import { nearValid } from '../near-valid.js'
import { valueKinds } from '../value-kinds.js'
import { buildClass, classModels, inputsOf, labelOf } from './class-models.js'
import { change, hostileChange } from './hostile-changes.js'

const isLong = process.env['TALLYSTICK_LONG'] === '1'
const inputsOfClass = 20
const caseCount = Number(process.env['TALLYSTICK_CASES'] ?? (isLong ? 200_000 : 5_000))
const numRuns = caseCount / inputsOfClass
const seed = Number(process.env['TALLYSTICK_SEED'] ?? Date.now() % 2 ** 31)

const options = fc.record({
  optionalNull: fc.constantFrom('refuse', 'absent', 'keep'),
  repairJsonStrings: fc.boolean(),
  limits: fc.constantFrom({}, {}, {}, { maxDepth: 3 }, { maxValues: 12 }, { maxBytes: 60 }),
})

/** An input, what is done to it, and how it is sent. */
const cases = classModels(4).chain((model) => {
  const valid = inputsOf(model)
  const input = fc.oneof(valid, valid, valid, nearValid(valid))
  const one = fc.record({
    input,
    hostile: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, hostileChange),
    isText: fc.boolean(),
  })
  const inputs = fc.array(one, { minLength: inputsOfClass, maxLength: inputsOfClass })
  return fc.record({ model: fc.constant(model), options, inputs })
})
type Cases = typeof cases extends fc.Arbitrary<infer Value> ? Value : never

interface Verdict {
  readonly admission: Admission
  /** The arguments on an instance. */
  readonly instance: object | undefined
}

/** The verdict of the path that calls take. */
async function compiledVerdict(own: ClassArguments, input: unknown): Promise<Verdict> {
  const admission = await own.admit(input)
  if (admission.status === 'refused') return { admission, instance: undefined }
  const instance = {}
  own.assignTo(instance, admission.admitted)
  return { admission, instance }
}

/** The verdict of class-validator's own executor over a plain reading, or of its rules asked one after the other. */
async function readingVerdict(
  own: ClassArguments,
  input: unknown,
  judge: typeof checkRules = checkRules,
): Promise<Verdict> {
  const admission = await admitObject(own.shape, input, { ...own.readOptions, judge })
  if (admission.status === 'refused') return { admission, instance: undefined }
  const instance = {}
  hydrate(instance, own.shape, admission.admitted.json)
  return { admission, instance }
}

function textOf({ admission, instance }: Verdict): string {
  return JSON.stringify(
    admission.status === 'refused'
      ? admission
      : [admission.admitted.json, admission.admitted.repaired, Object.keys(instance ?? {})],
  )
}

const counts = { compiled: 0, passed: 0, noted: 0, admitted: 0, refused: 0 }

function tryArguments(target: Constructor, given: Cases['options']): ClassArguments | undefined {
  const own = argumentsOf(target, given)
  try {
    expect(own.schema).toBeDefined()
    if (own.obstacle === undefined) counts.compiled += 1
    return own
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    return undefined
  }
}

async function compare(own: ClassArguments, input: unknown, label: string): Promise<void> {
  const found = await compiledVerdict(own, input)
  counts[found.admission.status] += 1
  const expected = await readingVerdict(own, input)
  expectSame({ found, expected }, input, label)
  // What keeps a class from being compiled may also answer otherwise when it is asked again.
  if (own.obstacle === undefined)
    expectSame({ found, expected: await readingVerdict(own, input, askRules) }, input, label)
}

function expectSame(
  { found, expected }: { found: Verdict; expected: Verdict },
  input: unknown,
  label: string,
): void {
  const isSame =
    textOf(found) === textOf(expected) && isDeepStrictEqual(found.instance, expected.instance)
  if (!isSame)
    expect.fail(`${label}\n${JSON.stringify(input)}\n${textOf(found)}\n${textOf(expected)}`)
}

/** What class-validator keeps of classes that stay must be there before what it learns of others is forgotten. */
beforeAll(async () => {
  for (const { decorators, valid } of valueKinds) {
    const own = argumentsOf(classOf({ value: decorators }))
    for (const value of fc.sample(valid, 30)) await readingVerdict(own, { value })
  }
})

describe('the compiled path and class-validator', () => {
  it(
    `give one verdict, the same issues and the same instance, seed ${seed.toString()} [ADM-08]`,
    { timeout: isLong ? 3_600_000 : 120_000 },
    async () => {
      const law = fc.asyncProperty(cases, async ({ model, options: given, inputs }) => {
        await forgettingClasses(async () => {
          const own = tryArguments(buildClass(model), given)
          fc.pre(own !== undefined)
          const { compiled } = compileArguments(own.shape, own.readOptions)
          for (const { input, hostile, isText } of inputs) {
            const copy: unknown = structuredClone(input)
            const sent = hostile === undefined ? copy : change(copy, hostile)
            const text = isText && hostile === undefined ? JSON.stringify(sent) : sent
            const passed = compiled?.pass(text)?.status
            if (passed === 'admitted') counts.passed += 1
            if (passed === 'refused') counts.noted += 1
            await compare(own, text, `${labelOf(model)} ${JSON.stringify(given)}`)
          }
        })
      })
      await fc.assert(law, { numRuns, seed })
      expect(counts.compiled).toBeGreaterThan(numRuns / 3)
      expect(counts.admitted).toBeGreaterThan(numRuns)
      // A pass that is never sure would be right, too.
      expect(counts.passed).toBeGreaterThan(counts.admitted * 0.7)
      expect(counts.noted).toBeGreaterThan(numRuns / 2)
      expect(counts.refused).toBeGreaterThan(numRuns)
    },
  )
})
