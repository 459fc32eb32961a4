import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { declarationsOf, symbolsOf } from './type-symbols.js'

/** True for the compiler's stand-in for a type it could not find. */
export function isUnknownType(type: ts.Type): boolean {
  const { intrinsicName } = type as { readonly intrinsicName?: string }
  return intrinsicName === 'error' || intrinsicName === 'unresolved'
}

/** True for a class or interface that extends what cannot be found: its inherited members are unknown. */
export function hasUnknownBase(project: Project, type: ts.Type): boolean {
  return symbolsOf(project, type)
    .flatMap(declarationsOf)
    .filter((node) => !node.getSourceFile().isDeclarationFile)
    .flatMap((node) => basesOf(project, node))
    .some((base) => isUnknownType(project.checker.getTypeAtLocation(base.expression)))
}

function basesOf(
  { compiler: { ts } }: Project,
  node: ts.Declaration,
): readonly ts.ExpressionWithTypeArguments[] {
  if (!ts.isClassLike(node) && !ts.isInterfaceDeclaration(node)) return []
  const extended = node.heritageClauses?.filter(
    ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
  )
  return extended?.flatMap(({ types }) => types) ?? []
}
