import type ts from 'typescript'

import type { TypeScript } from '../project/compiler.js'
import type { Project } from '../project/open-project.js'
import { dataMembers, type DataMember } from './data-members.js'
import { isFunction } from './function-types.js'
import { isOwnSymbol } from './own-symbols.js'
import { findNamedSymbol } from './plain-expression.js'

/** The data members of a type that input can set: not what a constructor takes or a container injects, not the context, no function. */
export function argumentMembers(project: Project, type: ts.Type): readonly DataMember[] {
  return dataMembers(project, type).filter(
    (member) =>
      !isFunction(project, member.type) &&
      !isContext(member.type) &&
      !(member.symbol.declarations ?? []).some((node) => isGiven(project, node)),
  )
}

/** True where an instance sets the member itself: by an initialiser, or in its constructor. */
export function isInitialised({ compiler: { ts } }: Project, { symbol }: DataMember): boolean {
  const [declaration] = symbol.declarations ?? []
  if (declaration === undefined || !ts.isPropertyDeclaration(declaration)) return false
  if (declaration.initializer !== undefined) return true
  const constructor = declaration.parent.members.find(
    (member) => ts.isConstructorDeclaration(member) && member.body !== undefined,
  )
  return constructor !== undefined && assigns(ts, constructor, symbol.name)
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
