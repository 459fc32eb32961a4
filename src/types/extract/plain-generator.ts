import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { GeneratorParts } from '../project/compiler.js'
import type { Project } from '../project/open-project.js'
import { tidySchema } from './tidy-schema.js'

/** Writes a keyword of the language, a literal or an enum, as JSON Schema. */
export type PlainWriter = (type: ts.Type) => JsonSchema

/**
 * The part of typescript-json-schema that writes what JSON has itself. Comments are kept from it: it takes their tags
 * for constraints, and runs the modules that some of them name.
 */
export function createPlainWriter({ compiler, checker }: Project): PlainWriter {
  const settings = { ...compiler.getDefaultArgs(), ref: false }
  const made = new compiler.JsonSchemaGenerator([], {}, {}, {}, checker, settings)
  const generator = made as unknown as GeneratorParts
  generator.parseCommentsIntoDefinition = () => undefined
  return (type) => tidySchema(generator.getTypeDefinition(type))
}
