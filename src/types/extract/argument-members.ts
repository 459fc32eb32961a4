import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { dataMembers, type DataMember } from './data-members.js'
import { isFunction } from './function-types.js'
import { isOwnSymbol } from './own-symbols.js'
import { findNamedSymbol } from './plain-expression.js'
import { declarationsOf } from './type-symbols.js'

/** The data members of a type that input can set: not what a constructor takes or a container injects, not the context, no function. */
export function argumentMembers(project: Project, type: ts.Type): readonly DataMember[] {
  return dataMembers(project, type).filter(
    (member) =>
      !isFunction(project, member.type) &&
      !isContext(member.type) &&
      !declarationsOf(member.symbol).some((node) => isGiven(project, node)),
  )
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
