import type ts from 'typescript'

import type { DefinitionProblem } from '../../errors/definition-error.js'
import { relativePath } from '../project/relative-path.js'
import type { Project } from '../project/open-project.js'

/** The sources of a program that are not those of what it has installed. */
export function ownFiles({ program }: Project): readonly ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
}

/** Imports of this package that the compiler does not find, without which no tool would be found and nothing said. */
export function findUnresolvedImports(project: Project): DefinitionProblem[] {
  const { folder, compiler } = project
  const files = ownFiles(project).filter((file) => file.text.includes('tallystick'))
  return files
    .filter((file) => file.statements.some((statement) => isUnresolved(project, statement)))
    .map((file) => ({
      subject: relativePath(folder, file.fileName),
      message: `TypeScript ${compiler.ts.version} does not find the import of "tallystick".`,
      fix: 'Install it, and set "module" to "nodenext" or "moduleResolution" to "bundler".',
    }))
}

function isUnresolved({ compiler: { ts }, checker }: Project, statement: ts.Statement): boolean {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return false
  const { moduleSpecifier } = statement
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return false
  return moduleSpecifier.text === 'tallystick' && !checker.getSymbolAtLocation(moduleSpecifier)
}
