import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { findConstantText, findConstText, findInitialiser } from './constant-text.js'
import { plainExpression, resolveAlias } from './plain-expression.js'

/** The two halves of an identity, each undefined where it is no constant. */
export interface ToolIdentityTexts {
  readonly server: string | undefined
  readonly name: string | undefined
}

/** The identity that the options of `@Tool` state, read without running anything. */
export function readIdentity(
  project: Project,
  options: ts.Expression | undefined,
): ToolIdentityTexts {
  const read = (key: string): string | undefined => options && findOption(project, options, key)
  return { server: read('server'), name: read('name') }
}

function findOption(project: Project, options: ts.Expression, key: string): string | undefined {
  const { ts } = project.compiler
  const plain = plainExpression(ts, options)
  if (ts.isObjectLiteralExpression(plain)) return findMember(project, plain, key)
  const initialiser = findInitialiser(project, plain)
  const text = initialiser && findOption(project, initialiser, key)
  return text ?? findTypedMember(project, plain, key)
}

/** The last member of that name counts, as it does at run time. */
function findMember(
  project: Project,
  literal: ts.ObjectLiteralExpression,
  key: string,
): string | undefined {
  for (const member of [...literal.properties].reverse()) {
    const value = memberValue(project, member, key)
    if (value === 'other') continue
    return typeof value === 'object' ? value.text : undefined
  }
  return undefined
}

type MemberValue = 'other' | 'unknown' | { readonly text: string | undefined }

function memberValue(
  project: Project,
  member: ts.ObjectLiteralElementLike,
  key: string,
): MemberValue {
  const { ts } = project.compiler
  if (ts.isSpreadAssignment(member)) {
    const text = findOption(project, member.expression, key)
    const isThere = project.checker.getTypeAtLocation(member.expression).getProperty(key)
    return text === undefined && isThere === undefined ? 'other' : { text }
  }
  if (nameOf(project, member.name) !== key) return 'other'
  if (ts.isPropertyAssignment(member))
    return { text: findConstantText(project, member.initializer) }
  return ts.isShorthandPropertyAssignment(member)
    ? { text: shorthandText(project, member) }
    : 'unknown'
}

function nameOf(project: Project, name: ts.PropertyName): string | undefined {
  const { ts } = project.compiler
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text
  return ts.isComputedPropertyName(name) ? findConstantText(project, name.expression) : undefined
}

/** `{ server }` names both the option and the constant. */
function shorthandText(
  project: Project,
  member: ts.ShorthandPropertyAssignment,
): string | undefined {
  const { compiler, checker } = project
  const named = checker.getShorthandAssignmentValueSymbol(member)
  return findConstText(project, resolveAlias(compiler.ts, checker, named))
}

/** A member whose type is one literal, whatever the expression is. */
function findTypedMember(
  { checker }: Project,
  options: ts.Expression,
  key: string,
): string | undefined {
  const member = checker.getTypeAtLocation(options).getProperty(key)
  const type = member && checker.getTypeOfSymbol(member)
  return type?.isStringLiteral() === true ? type.value : undefined
}
