import type ts from 'typescript'

import type { Project } from '../project/open-project.js'

const numberPattern = '-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?'

/** A pattern for the texts of a template literal type. */
export function templatePattern(
  project: Project,
  { texts, types }: ts.TemplateLiteralType,
): string {
  const parts = texts.map((text, index) => {
    const type = types[index]
    return escapePattern(text) + (type === undefined ? '' : holePattern(project, type))
  })
  return `^${parts.join('')}$`
}

function holePattern(project: Project, type: ts.Type): string {
  const { TypeFlags } = project.compiler.ts
  if ((type.flags & TypeFlags.Number) !== 0) return numberPattern
  if ((type.flags & TypeFlags.BigInt) !== 0) return '-?\\d+'
  // The compiler has written templates inside one out, so that any other hole is some kind of text.
  return '[^]*'
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
