import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import { tidySchema } from './tidy-schema.js'
import type { TypeWriter } from './type-writer.js'

interface TupleElement {
  readonly schema: JsonSchema
  readonly kind: 'required' | 'optional' | 'rest'
}

/** A tuple by JSON Schema 2020-12: what stands before a rest element in its place, all from there on by one schema. */
export function tupleSchema(writer: TypeWriter, type: ts.TupleTypeReference): JsonSchema {
  const elements = readElements(writer, type)
  const rest = elements.findIndex(({ kind }) => kind === 'rest')
  const fixed = rest < 0 ? elements : elements.slice(0, rest)
  const further = rest < 0 ? [] : elements.slice(rest)
  const required = elements.filter(({ kind }) => kind === 'required').length
  return {
    type: 'array',
    ...(fixed.length > 0 && { prefixItems: fixed.map(({ schema }) => schema) }),
    items:
      further.length === 0 ? false : tidySchema({ anyOf: further.map(({ schema }) => schema) }),
    ...(required > 0 && { minItems: required }),
  }
}

function readElements(writer: TypeWriter, type: ts.TupleTypeReference): readonly TupleElement[] {
  const { checker } = writer.project
  return checker.getTypeArguments(type).map((element, index) => {
    const kind = kindOf(writer, type.target.elementFlags[index])
    return { kind, schema: writer.writeElement(element) }
  })
}

function kindOf({ project }: TypeWriter, flags: ts.ElementFlags | undefined): TupleElement['kind'] {
  const { ElementFlags } = project.compiler.ts
  if (flags === undefined) return 'required'
  if ((flags & ElementFlags.Optional) !== 0) return 'optional'
  return (flags & ElementFlags.Variable) !== 0 ? 'rest' : 'required'
}
