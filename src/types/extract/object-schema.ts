import type ts from 'typescript'

import { joinPath } from '../../errors/argument-path.js'
import type { JsonSchema, ObjectSchema } from '../../schema/json-schema.js'
import type { DataMember } from './data-members.js'
import { findDescription } from './documentation.js'
import { absent, type TypeWriter } from './type-writer.js'
import { templatePattern } from './template-pattern.js'

/** The keys of an object as TypeScript writes numbers. */
const numberKey = '^-?\\d+(?:\\.\\d+)?$'

/** The schema of an object by its members and index signatures. */
export function writeMembers(writer: TypeWriter, type: ts.Type): ObjectSchema {
  const { project, side } = writer
  const members = side.members(project, type)
  const written = members.map((member) => [member, writeMember(writer, member)] as const)
  const present = written.filter(([, schema]) => schema !== absent)
  const required = present.filter(([member]) => side.isRequired(project, member))
  return {
    type: 'object',
    ...(!isMap(writer, type) && { properties: toProperties(present) }),
    ...(required.length > 0 && { required: required.map(([{ name }]) => name) }),
    ...writeFurther(writer, type),
  }
}

/** An object of any kind: `object`, `{}` and interfaces without members. */
export function isAnyObject(
  { project: { checker, compiler } }: TypeWriter,
  type: ts.Type,
): boolean {
  const isClass = (type.symbol.flags & compiler.ts.SymbolFlags.Class) !== 0
  const isLiteral = (type.symbol.flags & compiler.ts.SymbolFlags.ObjectLiteral) !== 0
  const isEmpty = checker.getPropertiesOfType(type).length === 0
  return isEmpty && !isClass && !isLiteral && checker.getIndexInfosOfType(type).length === 0
}

function toProperties(
  members: readonly (readonly [DataMember, JsonSchema])[],
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(members.map(([{ name }, schema]) => [name, schema]))
}

function writeMember(writer: TypeWriter, { name, symbol, type }: DataMember): JsonSchema {
  const schema = writer.writeAt(joinPath('', name), type)
  const description = findDescription(writer.project, symbol)
  return description === undefined || schema === absent ? schema : { ...schema, description }
}

interface FurtherMembers {
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
}

/** The members that are allowed beside the named ones. */
function writeFurther(writer: TypeWriter, type: ts.Type): FurtherMembers {
  const infos = stringKeyed(writer, type)
  const [only] = infos
  const closed = writer.side.isClosed ? { additionalProperties: false } : {}
  if (only === undefined) return closed
  if (isMap(writer, type)) return writeMap(writer, only)
  const any = infos.find((info) => isAnyKey(writer, info))
  const patterned = infos.filter((info) => info !== any)
  const patterns = patterned.map((info) => [keyPattern(writer, info), writeValues(writer, info)])
  return {
    ...(patterns.length > 0 && {
      patternProperties: Object.fromEntries(patterns) as Readonly<Record<string, JsonSchema>>,
    }),
    ...(any === undefined ? closed : { additionalProperties: writeValues(writer, any) }),
  }
}

/** Index signatures but for those of symbols, which JSON does not have. */
function stringKeyed({ project }: TypeWriter, type: ts.Type): readonly ts.IndexInfo[] {
  const { ESSymbolLike } = project.compiler.ts.TypeFlags
  const infos = project.checker.getIndexInfosOfType(type)
  return infos.filter(({ keyType }) => (keyType.flags & ESSymbolLike) === 0)
}

/** True for an object with nothing but values under free keys of one kind. */
function isMap(writer: TypeWriter, type: ts.Type): boolean {
  const hasMembers = writer.side.members(writer.project, type).length > 0
  return !hasMembers && stringKeyed(writer, type).length === 1
}

function writeMap(writer: TypeWriter, info: ts.IndexInfo): FurtherMembers {
  const values = { additionalProperties: writeValues(writer, info) }
  if (isAnyKey(writer, info)) return values
  return { propertyNames: { pattern: keyPattern(writer, info) }, ...values }
}

function isAnyKey({ project }: TypeWriter, { keyType }: ts.IndexInfo): boolean {
  return (keyType.flags & project.compiler.ts.TypeFlags.String) !== 0
}

/** A value that is undefined is left out of JSON, so that one whose type is nothing else never comes. */
function writeValues(writer: TypeWriter, { type }: ts.IndexInfo): JsonSchema {
  return writer.writeAt('[*]', type)
}

function keyPattern({ project }: TypeWriter, { keyType }: ts.IndexInfo): string {
  const { TypeFlags } = project.compiler.ts
  if ((keyType.flags & TypeFlags.Number) !== 0) return numberKey
  return templatePattern(project, keyType as ts.TemplateLiteralType)
}
