import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { isDeclaredName, isReservedServer, proposeDeclaredName } from '../../tools/declared-name.js'
import { effects, findEffect, type DeclaredEffect } from '../../tools/effect.js'
import { isWireName, plainWireName, ToolId } from '../../tools/tool-id.js'

/** How a tool is called. */
export interface DeclaredIdentity {
  readonly server?: string | undefined
  readonly name?: string | undefined
  readonly wireName?: string | undefined
}

/** What is wrong with the names of a tool of this program. */
export function declaredIdentityProblems(
  subject: string,
  identity: DeclaredIdentity,
): DefinitionProblem[] {
  const { server, name, wireName } = identity
  const problems = [
    ...declaredNameProblems(subject, 'server', server),
    ...declaredNameProblems(subject, 'name', name),
    ...wireNameProblems(subject, wireName),
  ]
  // A name of another type is reported as an option of a wrong type.
  if (typeof server !== 'string' || typeof name !== 'string' || problems.length > 0) return problems
  return wireName === undefined ? lengthProblems(subject, new ToolId(server, name)) : []
}

/** What is wrong with the names of a foreign tool, which owes nothing to our rules. */
export function foreignIdentityProblems(
  subject: string,
  { server, name, wireName }: DeclaredIdentity,
): DefinitionProblem[] {
  const areTexts = [server, name].every(
    (one: unknown) => one === undefined || typeof one === 'string',
  )
  const segments = areTexts ? segmentProblems(server ?? '', name ?? '') : []
  return [...segments, ...wireNameProblems(subject, wireName)]
}

/** A contradiction between `mutates` and `effect`, or an effect that is none. */
export function effectProblems(subject: string, declared: DeclaredEffect): DefinitionProblem[] {
  if (findEffect(declared) !== undefined) return []
  const { mutates, effect } = declared
  if (effect !== undefined && !effects.includes(effect)) {
    const message = 'its `effect` is no effect.'
    return [{ subject, message, fix: "Use 'read', 'idempotent' or 'write'." }]
  }
  const message = `\`mutates: ${String(mutates)}\` contradicts \`effect: '${String(effect)}'\`.`
  return [{ subject, message, fix: 'Leave out `mutates`; the effect says it all.' }]
}

function declaredNameProblems(
  subject: string,
  role: 'server' | 'name',
  text: unknown,
): DefinitionProblem[] {
  if (text !== undefined && typeof text !== 'string') return []
  if (text === undefined) {
    const message = `it has no ${role}.`
    return [{ subject, message, fix: `Give it a \`${role}\` of letters, digits, "_" and ".".` }]
  }
  const isReserved = role === 'server' && isReservedServer(text)
  if (isDeclaredName(text) && !isReserved) return []
  const message = `the ${role} ${quoteName(text)} is ${isReserved ? 'reserved' : 'not legal'}.`
  return [{ subject, message, fix: `Write \`${role}: '${proposeDeclaredName(text)}'\`.` }]
}

function wireNameProblems(subject: string, wireName: unknown): DefinitionProblem[] {
  if (typeof wireName !== 'string' || isWireName(wireName)) return []
  return [
    {
      subject,
      message: `the wire name ${quoteName(wireName)} is not one that models can emit.`,
      fix: 'Use 1 to 64 of A-Z, a-z, 0-9, _ and -, the first one a letter or _.',
    },
  ]
}

function lengthProblems(subject: string, id: ToolId): DefinitionProblem[] {
  if (isWireName(plainWireName(id))) return []
  const length = plainWireName(id).length.toString()
  const message = `its wire name has ${length} characters; models take at most 64.`
  return [{ subject, message, fix: `Write \`wireName: '${id.wireName()}'\`.` }]
}

function segmentProblems(server: string, name: string): readonly DefinitionProblem[] {
  try {
    new ToolId(server, name)
    return []
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
}
