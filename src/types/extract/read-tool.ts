import type ts from 'typescript'

import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { JsonSchema, ObjectSchema } from '../../schema/json-schema.js'
import type { ToolTypeFacts } from '../../tools/type-facts.js'
import type { Project } from '../project/open-project.js'
import { isAbsent } from './absent-types.js'
import { findDescription } from './documentation.js'
import { describeTool, type FoundTool } from './find-tools.js'
import { writeMembers } from './object-schema.js'
import { isOwnSymbol } from './own-symbols.js'
import { SchemaWriter } from './schema-writer.js'
import { argumentsSide, outputSide } from './side.js'
import { tidySchema } from './tidy-schema.js'
import { hasUnknownBase } from './unknown-types.js'

/** What the types say of one tool, and what is wrong with it. */
export interface ToolReading {
  readonly facts: ToolTypeFacts
  readonly problems: readonly DefinitionProblem[]
}

/** Reads the type of a tool's class: its data members are the arguments, what `call` resolves to is the output. */
export function readTool(project: Project, tool: FoundTool): ToolReading {
  const problems: DefinitionProblem[] = []
  const type = project.checker.getTypeAtLocation(tool.declaration)
  const subject = describeTool(tool)
  const writer = new SchemaWriter(project, argumentsSide(subject, problems))
  if (hasUnknownBase(project, type)) writer.side.unresolved('')
  const args = writer.finish(writeMembers(writer, type)) as ObjectSchema
  const outputWriter = new SchemaWriter(project, outputSide(subject, problems))
  const output = writeOutput(outputWriter, returnTypes(project, type))
  const description = findDescription(project, type.symbol)
  const facts = {
    ...{ class: tool.class, file: tool.file },
    ...(description !== undefined && { description }),
    arguments: args,
    ...(output !== undefined && { output }),
  }
  return { facts, problems }
}

/** What `call` may resolve to, by every overload of it. */
function returnTypes({ checker, compiler: { ts } }: Project, type: ts.Type): readonly ts.Type[] {
  const call = checker.getPropertyOfType(type, 'call')
  if (call === undefined) return []
  const signatures = checker.getSignaturesOfType(
    checker.getTypeOfSymbol(call),
    ts.SignatureKind.Call,
  )
  return signatures.flatMap((signature) => {
    const returned = signature.getReturnType()
    const awaited = checker.getAwaitedType(returned) ?? returned
    return awaited.isUnion() ? awaited.types : [awaited]
  })
}

/** Undefined where nothing is returned, or nothing is known of it. A suspension is no output. */
function writeOutput(writer: SchemaWriter, returned: readonly ts.Type[]): JsonSchema | undefined {
  const { project } = writer
  const types = [...new Set(returned)].filter(({ symbol }) => !isOwnSymbol(symbol, 'Suspension'))
  const present = types.filter((type) => !isAbsent(project, type) && !isNever(project, type))
  if (present.length === 0) return undefined
  const [only, ...more] = present
  const schema =
    more.length === 0 && only !== undefined ? writer.write(only) : writer.writeUnion(present)
  if (isAnything(schema)) return undefined
  const mayBeNull = types.some((type) => isAbsent(project, type))
  return writer.finish(mayBeNull ? tidySchema({ anyOf: [schema, { type: 'null' }] }) : schema)
}

function isNever({ compiler: { ts } }: Project, type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Never) !== 0
}

function isAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0
}
