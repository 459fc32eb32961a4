import type ts from 'typescript'

import type { Project } from '../project/open-project.js'

/** True for a union with undefined, or void. */
export function mayBeUndefined(project: Project, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((part) => isAbsent(project, part))
}

/** True for undefined and void. */
export function isAbsent({ compiler: { ts } }: Project, type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0
}
