import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { Project } from '../project/open-project.js'
import { languageSymbols } from './type-symbols.js'

/** The objects of the language that stand for a plain value. */
const boxes: Readonly<Record<string, JsonSchema>> = {
  String: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
}

/** True for `Date` and what extends it. */
export function isDate(project: Project, type: ts.Type): boolean {
  return languageSymbols(project, type).some(({ name }) => name === 'Date')
}

/** What `String`, `Number` and `Boolean` are as JSON, and `Object`, which is `anything`. */
export function findBoxed(
  project: Project,
  type: ts.Type,
  anything: JsonSchema,
): JsonSchema | undefined {
  const [symbol] = languageSymbols(project, type)
  if (symbol === undefined || symbol !== type.symbol) return undefined
  if (symbol.name === 'Object') return anything
  return Object.hasOwn(boxes, symbol.name) ? boxes[symbol.name] : undefined
}

/** The type of the elements, for an array and for a class that extends `Array`. */
export function findElement(project: Project, type: ts.Type): ts.Type | undefined {
  const isArray = languageSymbols(project, type).some(({ name }) => /^(Readonly)?Array$/.test(name))
  return isArray ? type.getNumberIndexType() : undefined
}
