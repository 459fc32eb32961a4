import fc, { type Arbitrary } from 'fast-check'

import type { JsonSchema } from '../../../schema/json-schema.js'

/** Numbers within the bounds of a schema, in its steps. */
export function numberArbitrary(schema: JsonSchema): Arbitrary<number> {
  const { low, high, isLowOut, isHighOut } = boundsOf(schema)
  const step = schema.multipleOf ?? (isWhole(schema) ? 1 : undefined)
  if (step !== undefined) return steps({ low, high, isLowOut, isHighOut }, step)
  const range = { min: low, max: high, minExcluded: isLowOut, maxExcluded: isHighOut }
  const any = fc.double({ ...range, noNaN: true, noDefaultInfinity: true })
  // JSON has no negative zero.
  return any.map((value) => value + 0)
}

interface Bounds {
  readonly low: number
  readonly high: number
  readonly isLowOut: boolean
  readonly isHighOut: boolean
}

function boundsOf(schema: JsonSchema): Bounds {
  const { minimum = -Infinity, maximum = Infinity } = schema
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema
  return {
    low: Math.max(minimum, exclusiveMinimum, -Number.MAX_VALUE),
    high: Math.min(maximum, exclusiveMaximum, Number.MAX_VALUE),
    isLowOut: exclusiveMinimum >= minimum && exclusiveMinimum > -Infinity,
    isHighOut: exclusiveMaximum <= maximum && exclusiveMaximum < Infinity,
  }
}

function steps({ low, high, isLowOut, isHighOut }: Bounds, step: number): Arbitrary<number> {
  const first = Math.ceil(low / step) + (isLowOut && low % step === 0 ? 1 : 0)
  const last = Math.floor(high / step) - (isHighOut && high % step === 0 ? 1 : 0)
  const min = Math.max(first, Number.MIN_SAFE_INTEGER)
  const max = Math.max(min, Math.min(last, Number.MAX_SAFE_INTEGER))
  return fc.integer({ min, max }).map((count) => inSteps(count, step))
}

/** Not `0.30000000000000004` for the third step of 0.1. */
function inSteps(count: number, step: number): number {
  if (Number.isInteger(step)) return count * step
  const decimals = /\.(\d+)$/.exec(step.toString())?.[1]?.length ?? 20
  return Number((count * step).toFixed(Math.min(decimals, 20)))
}

function isWhole({ type }: JsonSchema): boolean {
  return (
    type === 'integer' ||
    (Array.isArray(type) && type.includes('integer') && !type.includes('number'))
  )
}
