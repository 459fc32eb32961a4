import type ts from 'typescript'

import type { TypeScript } from '../project/compiler.js'
import type { Project } from '../project/open-project.js'
import { isOwnSymbol } from './own-symbols.js'
import { findNamedSymbol } from './plain-expression.js'

/** A member of an object type that is data: no method, accessor or hidden member. */
export interface DataMember {
  readonly name: string
  readonly symbol: ts.Symbol
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
    members.push({ name: symbol.name, symbol, type: memberType, isOptional })
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

/** Those of them that input can set: not what a constructor takes or a container injects, not the context, no function. */
export function argumentMembers(project: Project, type: ts.Type): readonly DataMember[] {
  return dataMembers(project, type).filter(
    (member) =>
      !isFunction(project, member.type) &&
      !isContext(member.type) &&
      !declarationsOf(member.symbol).some((node) => isGiven(project, node)),
  )
}

/** True where an instance sets the member itself: by an initialiser, or in its constructor. */
export function isInitialised({ compiler: { ts } }: Project, { symbol }: DataMember): boolean {
  const [declaration] = declarationsOf(symbol)
  if (declaration === undefined || !ts.isPropertyDeclaration(declaration)) return false
  if (declaration.initializer !== undefined) return true
  const constructor = declaration.parent.members.find(
    (member) => ts.isConstructorDeclaration(member) && member.body !== undefined,
  )
  return constructor !== undefined && assigns(ts, constructor, symbol.name)
}

/** True for what is called: functions, constructors, and unions of them with undefined. */
export function isFunction(project: Project, type: ts.Type): boolean {
  const { ts } = project.compiler
  const present = type.isUnion() ? type.types.filter((part) => !isEmpty(project, part)) : [type]
  if (present.length === 0) return false
  return present.every(
    (part) =>
      (part.symbol as ts.Symbol | undefined)?.name === 'Function' ||
      [ts.SignatureKind.Call, ts.SignatureKind.Construct].some(
        (kind) => project.checker.getSignaturesOfType(part, kind).length > 0,
      ),
  )
}

/** True for a union with undefined, or void. */
export function mayBeUndefined(project: Project, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((part) => isAbsent(project, part))
}

/** True for undefined and void. */
export function isAbsent({ compiler: { ts } }: Project, type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0
}

function isEmpty(project: Project, type: ts.Type): boolean {
  return isAbsent(project, type) || (type.flags & project.compiler.ts.TypeFlags.Null) !== 0
}

function declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[] {
  return symbol.declarations ?? []
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

/** A constructor's parameter property, or a member that a container injects. */
function isGiven({ compiler: { ts }, checker }: Project, node: ts.Declaration): boolean {
  if (ts.isParameter(node)) return true
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []
  return decorators.some(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression
    const symbol = findNamedSymbol(ts, checker, callee)
    return symbol !== undefined && isInjection(symbol)
  })
}

/** `inject`, `multiInject`, `Inject`, `InjectRepository`, `lazyInject`: containers all use the word. */
function isInjection(symbol: ts.Symbol): boolean {
  return /^(auto|lazy|multi)?inject(?!ion)/i.test(symbol.name)
}

function isContext(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((part) => isOwnSymbol(part.symbol, 'ToolContext'))
}

function assigns(ts: TypeScript, node: ts.Node, name: string): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) return false
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left } = node
    const isThis =
      ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword
    if (isThis && left.name.text === name) return true
  }
  return ts.forEachChild(node, (child) => assigns(ts, child, name) || undefined) ?? false
}
