import type ts from 'typescript'

import type { TypeScript } from '../project/compiler.js'
import type { Project } from '../project/open-project.js'
import type { DataMember } from './data-members.js'
import { declarationsOf, symbolsOf } from './type-symbols.js'

/**
 * True where an instance sets the member itself: by an initialiser or in a constructor, of its class or of one that
 * this extends. A member that is declared anew without `declare` is undefined again, where fields are defined.
 */
export function isInitialised(project: Project, { name, owner, symbol }: DataMember): boolean {
  const { ts } = project.compiler
  for (const declaration of classesOf(project, owner, symbol)) {
    if (constructs(ts, declaration, name)) return true
    const property = findProperty(project, declaration, name)
    if (property?.initializer !== undefined) return true
    if (property !== undefined && isDefined(project, property)) return false
  }
  return false
}

/** The classes of an instance, nearest first; of a mapped type, those that its members come from. */
function classesOf(
  project: Project,
  owner: ts.Type,
  symbol: ts.Symbol,
): readonly ts.ClassLikeDeclaration[] {
  const { isClassLike } = project.compiler.ts
  const parents = declarationsOf(symbol)
    .map(({ parent }) => parent)
    .filter(isClassLike)
  const types = [owner, ...parents.map((parent) => project.checker.getTypeAtLocation(parent))]
  const symbols = types.flatMap((type) => symbolsOf(project, type))
  return [...new Set(symbols)].flatMap(declarationsOf).filter(isClassLike)
}

function findProperty(
  { compiler: { ts }, checker }: Project,
  declaration: ts.ClassLikeDeclaration,
  name: string,
): ts.PropertyDeclaration | undefined {
  return declaration.members.filter(ts.isPropertyDeclaration).find((member) => {
    const isStatic = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0
    return !isStatic && checker.getSymbolAtLocation(member.name)?.name === name
  })
}

/** Fields are defined from ES2022 on, where the tsconfig says nothing else. */
function isDefined({ compiler: { ts }, program }: Project, node: ts.PropertyDeclaration): boolean {
  const { useDefineForClassFields, target = ts.ScriptTarget.ES5 } = program.getCompilerOptions()
  const { Ambient, Abstract } = ts.ModifierFlags
  const isOnlyType = (ts.getCombinedModifierFlags(node) & (Ambient | Abstract)) !== 0
  return !isOnlyType && (useDefineForClassFields ?? target >= ts.ScriptTarget.ES2022)
}

function constructs(ts: TypeScript, { members }: ts.ClassLikeDeclaration, name: string): boolean {
  return members.some(
    (member) =>
      ts.isConstructorDeclaration(member) && member.body !== undefined && assigns(ts, member, name),
  )
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
