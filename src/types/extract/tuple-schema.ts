import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import { tidySchema } from './tidy-schema.js'
import type { TypeWriter } from './type-writer.js'

/** A tuple by JSON Schema 2020-12: what stands before a rest element in its place, all from there on by one schema. */
export function tupleSchema(writer: TypeWriter, type: ts.TupleTypeReference): JsonSchema {
  const { checker, compiler } = writer.project
  const { Required, Variable } = compiler.ts.ElementFlags
  const elements = checker.getTypeArguments(type).map((element) => writer.writeElement(element))
  const { elementFlags } = type.target
  const rest = elementFlags.findIndex((flags) => (flags & Variable) !== 0)
  const fixed = rest < 0 ? elements : elements.slice(0, rest)
  const further = rest < 0 ? [] : elements.slice(rest)
  const required = elementFlags.filter((flags) => (flags & Required) !== 0).length
  return {
    type: 'array',
    ...(fixed.length > 0 && { prefixItems: fixed }),
    items: further.length === 0 ? false : tidySchema({ anyOf: further }),
    ...(required > 0 && { minItems: required }),
  }
}
