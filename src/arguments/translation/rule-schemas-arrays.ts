// Rules about an array as a whole. What its items are is another matter.
import {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotContains,
  ArrayNotEmpty,
  ArrayUnique,
} from 'class-validator'

import type { JsonSchema } from '../../schema/json-schema.js'
import { exact, fixed, isFiniteNumber, isJsonPrimitive, looser } from './rule-schema.js'
import type { RuleRow, RuleSchema } from './rule-schema.js'

/** See {@link RuleRow}. */
export const arrayRules: Readonly<Record<string, RuleRow>> = {
  arrayNotEmpty: fixed(ArrayNotEmpty, exact({ type: 'array', minItems: 1 })),
  arrayMinSize: {
    reference: (options) => ArrayMinSize(0, options),
    translate: ([size]) =>
      isFiniteNumber(size)
        ? exact({ type: 'array', minItems: Math.max(0, Math.ceil(size)) })
        : anySize(),
  },
  arrayMaxSize: {
    reference: (options) => ArrayMaxSize(0, options),
    translate: ([size]) =>
      isFiniteNumber(size) && size >= 0
        ? exact({ type: 'array', maxItems: Math.floor(size) })
        : anySize(),
  },
  arrayUnique: fixed(
    ArrayUnique,
    looser(
      { type: 'array' },
      'objects and arrays are compared by identity, or by what a function makes of them',
    ),
  ),
  arrayContains: {
    reference: (options) => ArrayContains([], options),
    translate: ([values]) => containing(values),
  },
  arrayNotContains: {
    reference: (options) => ArrayNotContains([], options),
    translate: ([values]) => containingNone(values),
  },
}

function anySize(): RuleSchema {
  return looser({ type: 'array' }, 'its size is not a number of items')
}

function containing(values: unknown): RuleSchema {
  if (!Array.isArray(values) || !values.every(isJsonPrimitive)) return notByValue()
  const [first, ...others] = [...new Set(values)].map((value): JsonSchema => ({
    contains: { const: value },
  }))
  if (first === undefined) return exact({ type: 'array' })
  // What is contained in it is not empty; Ajv takes an empty array for the one it looked at before.
  const filled: JsonSchema = { type: 'array', minItems: 1 }
  return exact(
    others.length === 0 ? { ...filled, ...first } : { ...filled, allOf: [first, ...others] },
  )
}

function containingNone(values: unknown): RuleSchema {
  if (!Array.isArray(values)) return notByValue()
  const distinct = [...new Set<unknown>(values)].filter(isJsonPrimitive)
  if (distinct.length === 0) return exact({ type: 'array' })
  return exact({ type: 'array', not: { contains: { enum: distinct } } })
}

function notByValue(): RuleSchema {
  return looser({ type: 'array' }, 'it compares with values that JSON cannot carry')
}
