import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type { Project } from '../project/open-project.js'
import { literalsOf, tidySchema } from './tidy-schema.js'
import { sortTypes } from './type-order.js'

/** Types that are no value of JSON; typescript-json-schema leaves them out of a union that has them. */
export const absent: JsonSchema = Object.freeze({ type: 'undefined' as never })

/** The part of typescript-json-schema that writes what JSON has itself. */
export interface PlainGenerator {
  /** Keywords of the language, literals and enum members. */
  writePlain(type: ts.Type): JsonSchema
  /** The union of these types. */
  writeUnion(types: readonly ts.Type[]): JsonSchema
}

/** What is private in the declarations of its generator; its releases of one minor version keep it. */
interface GeneratorParts {
  getTypeDefinition: (type: ts.Type) => JsonSchema
  getUnionDefinition(union: Pick<ts.UnionType, 'types'>, keyword: 'anyOf', into: object): JsonSchema
  parseCommentsIntoDefinition: () => void
}

/**
 * Writes plain types with typescript-json-schema, which asks `write` for every type inside a union. Comments are kept
 * from it: it takes their tags for constraints, and runs the modules that some of them name.
 */
export function createPlainGenerator(
  project: Project,
  write: (type: ts.Type) => JsonSchema,
): PlainGenerator {
  const { compiler, checker } = project
  const settings = { ...compiler.getDefaultArgs(), ref: false }
  const made = new compiler.JsonSchemaGenerator([], {}, {}, {}, checker, settings)
  const generator = made as unknown as GeneratorParts
  const writeItself = generator.getTypeDefinition.bind(generator)
  generator.getTypeDefinition = write
  generator.parseCommentsIntoDefinition = () => undefined
  const writePlain = (type: ts.Type): JsonSchema => tidySchema(writeItself(type))
  const writeOthers = (types: readonly ts.Type[]): JsonSchema =>
    sortLiterals(generator.getUnionDefinition({ types: [...types] }, 'anyOf', {}))
  return {
    writePlain,
    writeUnion(types) {
      const sorted = sortTypes(project, types)
      const members = sorted.filter((type) => isEnumMember(project, type))
      const others = sorted.filter((type) => !isEnumMember(project, type))
      const values = members.flatMap((type) => literalsOf(writePlain(type)))
      const choices = [
        ...(values.length > 0 ? [{ enum: values }] : []),
        ...(others.length > 0 ? [writeOthers(others)] : []),
      ]
      return tidySchema({ anyOf: choices })
    },
  }
}

/** Members of an enum keep the order of their declaration. */
function isEnumMember({ compiler: { ts } }: Project, { flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.EnumLiteral) !== 0 && (flags & ts.TypeFlags.Union) === 0
}

/** typescript-json-schema sorts numbers as texts. */
function sortLiterals(schema: JsonSchema): JsonSchema {
  const { anyOf, enum: values } = schema
  if (values !== undefined) return { ...schema, enum: [...values].sort(compareValues) }
  if (anyOf === undefined) return schema
  const sort = (choice: JsonSchema | boolean): JsonSchema | boolean =>
    typeof choice === 'boolean' ? choice : sortLiterals(choice)
  return { ...schema, anyOf: anyOf.map(sort) }
}

function compareValues(first: JsonValue, second: JsonValue): number {
  if (typeof first === 'number' && typeof second === 'number') return first - second
  return JSON.stringify(first) < JSON.stringify(second) ? -1 : 1
}
