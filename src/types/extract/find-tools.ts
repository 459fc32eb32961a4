import type ts from 'typescript'

import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { relativePath } from '../project/relative-path.js'
import type { Project } from '../project/open-project.js'
import { findUnresolvedImports, ownFiles } from './own-files.js'
import { findInitialiser } from './constant-text.js'
import { isOwnSymbol } from './own-symbols.js'
import { findNamedSymbol, plainExpression } from './plain-expression.js'
import { readIdentity } from './tool-identity.js'

/** A class with `@Tool`, as it stands in the program. */
export interface FoundTool {
  /** `server/name`. */
  readonly id: string
  readonly class: string
  readonly file: string
  readonly declaration: ts.ClassLikeDeclaration
}

/** All tools of a program, and what is wrong with their identities. */
export interface FoundTools {
  readonly tools: readonly FoundTool[]
  readonly problems: readonly DefinitionProblem[]
}

/** What to call a tool in a problem. */
export function describeTool({ id, class: name, file }: FoundTool): string {
  return `${id} (class ${name}, ${file})`
}

/** Finds the classes with `@Tool` in the program's own files, also those that are not exported. */
export function findTools(project: Project): FoundTools {
  const tools: FoundTool[] = []
  const problems = findUnresolvedImports(project)
  for (const { declaration, options } of findDecorated(project)) {
    const found = nameTool(project, declaration, options)
    if ('fix' in found) problems.push(found)
    else tools.push(found)
  }
  return { tools, problems: [...problems, ...duplicates(tools)] }
}

interface DecoratedClass {
  readonly declaration: ts.ClassLikeDeclaration
  readonly options: ts.Expression | undefined
}

function findDecorated(project: Project): DecoratedClass[] {
  const { compiler } = project
  const found: DecoratedClass[] = []
  const visit = (node: ts.Node): void => {
    if (compiler.ts.isClassLike(node)) {
      const call = findToolCall(project, node)
      if (call !== undefined) found.push({ declaration: node, options: call.arguments[0] })
    }
    compiler.ts.forEachChild(node, visit)
  }
  for (const file of ownFiles(project)) if (file.text.includes('@')) visit(file)
  return found
}

function findToolCall(
  project: Project,
  declaration: ts.ClassLikeDeclaration,
): ts.CallExpression | undefined {
  const { ts } = project.compiler
  const calls = (ts.getDecorators(declaration) ?? []).map(({ expression }) =>
    plainExpression(ts, expression),
  )
  return calls.filter(ts.isCallExpression).find((call) => isTool(project, call.expression))
}

/** Through imports under another name, re-exports, namespaces and constants. */
function isTool(project: Project, callee: ts.Expression): boolean {
  const { ts } = project.compiler
  const plain = plainExpression(ts, callee)
  if (isOwnSymbol(findNamedSymbol(ts, project.checker, plain), 'Tool')) return true
  const initialiser = findInitialiser(project, plain)
  return initialiser !== undefined && isTool(project, initialiser)
}

function nameTool(
  project: Project,
  declaration: ts.ClassLikeDeclaration,
  options: ts.Expression | undefined,
): FoundTool | DefinitionProblem {
  const name = declaration.name?.text ?? '(anonymous)'
  const file = relativePath(project.folder, declaration.getSourceFile().fileName)
  const identity = readIdentity(project, options)
  if (identity.server !== undefined && identity.name !== undefined) {
    return { id: `${identity.server}/${identity.name}`, class: name, file, declaration }
  }
  const missing = identity.server === undefined ? 'server' : 'name'
  const what = (identity.server ?? identity.name) ? `its ${missing} is` : 'its server and name are'
  return {
    subject: `@Tool on class ${name} (${file})`,
    message: `${what} no constant that the compiler knows.`,
    fix: 'Write a literal, a const, an enum member or a template of them.',
  }
}

function duplicates(tools: readonly FoundTool[]): DefinitionProblem[] {
  const byId = new Map<string, FoundTool[]>()
  for (const tool of tools) byId.set(tool.id, [...(byId.get(tool.id) ?? []), tool])
  return [...byId]
    .filter(([, same]) => same.length > 1)
    .map(([id, same]) => ({
      subject: id,
      message: `${same.length.toString()} classes have this identity: ${same.map(whereIs).join(', ')}.`,
      fix: `Give each a server and name of its own, or leave one out of the tsconfig (${quoteName('exclude')}).`,
    }))
}

function whereIs({ class: name, file }: FoundTool): string {
  return `${name} (${file})`
}
