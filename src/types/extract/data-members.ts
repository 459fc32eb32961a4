import type ts from 'typescript'

import type { TypeScript } from '../project/compiler.js'
import type { Project } from '../project/open-project.js'
import { isAbsent, mayBeUndefined } from './absent-types.js'
import { declarationsOf } from './type-symbols.js'

/** A member of an object type that is data: no method, accessor or hidden member. */
export interface DataMember {
  readonly name: string
  readonly symbol: ts.Symbol
  /** The type that has it, by itself or from what it extends. */
  readonly owner: ts.Type
  readonly type: ts.Type
  /** True where the type lets it be absent or undefined. */
  readonly isOptional: boolean
}

/** The members of a type that hold data and that everybody may see. */
export function dataMembers(project: Project, type: ts.Type): readonly DataMember[] {
  const { checker } = project
  const { SymbolFlags, TypeFlags } = project.compiler.ts
  const members: DataMember[] = []
  for (const symbol of checker.getPropertiesOfType(type)) {
    if (!isData(project, symbol)) continue
    const memberType = checker.getTypeOfSymbol(symbol)
    if ((memberType.flags & TypeFlags.Never) !== 0 || isAbsent(project, memberType)) continue
    const isMarked = (symbol.flags & SymbolFlags.Optional) !== 0
    const isOptional = isMarked || mayBeUndefined(project, memberType)
    members.push({ name: symbol.name, symbol, owner: type, type: memberType, isOptional })
  }
  return isMapped(project, type) ? members.sort(byName) : members
}

/** The members of a mapped type come in the order of its keys, which a change in any other file may turn. */
function isMapped({ compiler: { ts } }: Project, type: ts.Type): boolean {
  const parts = type.isIntersection() ? type.types : [type]
  return parts.some((part) => {
    const { objectFlags } = part as Partial<ts.ObjectType>
    return objectFlags !== undefined && (objectFlags & ts.ObjectFlags.Mapped) !== 0
  })
}

function byName(first: DataMember, second: DataMember): number {
  return first.name < second.name ? -1 : 1
}

function isData({ compiler: { ts } }: Project, symbol: ts.Symbol): boolean {
  if (isMethod(ts, symbol)) return false
  // Members under a symbol or a `#name` have such names inside the compiler.
  if (/^__[@#]/.test(symbol.escapedName.toString())) return false
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Accessor
  return declarationsOf(symbol).every((node) => {
    const isHidden = (ts.getCombinedModifierFlags(node) & hidden) !== 0
    const isClassAccessor = ts.isAccessor(node) && ts.isClassLike(node.parent)
    return !isHidden && !isClassAccessor
  })
}

/**
 * A method of a class or an interface, also where a mapped type makes a property of it. One of an object literal is a
 * member of its own.
 */
function isMethod(ts: TypeScript, symbol: ts.Symbol): boolean {
  return declarationsOf(symbol).some((node) => {
    const isDeclared = ts.isMethodDeclaration(node) || ts.isMethodSignature(node)
    return isDeclared && !ts.isObjectLiteralExpression(node.parent)
  })
}
