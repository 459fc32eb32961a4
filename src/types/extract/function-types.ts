import type ts from 'typescript'

import type { Project } from '../project/open-project.js'
import { isAbsent } from './absent-types.js'

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

function isEmpty(project: Project, type: ts.Type): boolean {
  return isAbsent(project, type) || (type.flags & project.compiler.ts.TypeFlags.Null) !== 0
}
