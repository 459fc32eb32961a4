import type { ErrorObject } from 'ajv'

const wholes: ReadonlySet<string> = new Set(['contains', 'propertyNames'])

/**
 * Leaves out what misleads. Of `contains` and `propertyNames` only the whole is told, of `if` only what its branch
 * says. Of the branches of `anyOf` and `oneOf` those are left out that the value has the wrong type for: of
 * `anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }]`, `'ab'` breaks the length only; a number breaks one
 * rule that names both types.
 */
export function relevantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const told = errors.filter(({ keyword }) => keyword !== 'if')
  return told.filter(isCombined).reduce(simplify, told)
}

function isCombined({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf' || wholes.has(keyword)
}

function simplify(errors: readonly ErrorObject[], whole: ErrorObject): readonly ErrorObject[] {
  const inside = errors.filter(({ schemaPath }) => schemaPath.startsWith(`${whole.schemaPath}/`))
  if (wholes.has(whole.keyword)) return without(errors, inside)
  const wrongTypes = inside.filter(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath === whole.instancePath,
  )
  if (wrongTypes.length === 0) return errors
  const others = without(errors, wrongTypes)
  if (wrongTypes.length === inside.length) return joinTypes(others, whole, wrongTypes)
  const branches = new Set(without(inside, wrongTypes).map((error) => branchOf(error, whole)))
  return branches.size === 1 ? without(others, [whole]) : others
}

function without(
  errors: readonly ErrorObject[],
  left: readonly ErrorObject[],
): readonly ErrorObject[] {
  const leftOut = new Set(left)
  return errors.filter((error) => !leftOut.has(error))
}

function branchOf({ schemaPath }: ErrorObject, whole: ErrorObject): string | undefined {
  return schemaPath.slice(whole.schemaPath.length + 1).split('/')[0]
}

function joinTypes(
  errors: readonly ErrorObject[],
  whole: ErrorObject,
  wrongTypes: readonly ErrorObject[],
): readonly ErrorObject[] {
  const types = wrongTypes.flatMap(({ params }) => (params as { readonly type: unknown }).type)
  const joined = { ...whole, keyword: 'type', params: { type: [...new Set(types)] } }
  return errors.map((error) => (error === whole ? joined : error))
}
