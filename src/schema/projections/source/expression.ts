/** A schema made of schemas of the source: one of them, all of them at once, or at least one of them. */
export type Expression =
  | { readonly at: string }
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }

/** All of two at once, flat and without repeats. */
export function both(first: Expression, second: Expression): Expression {
  return joined('all', [first, second])
}

/** At least one of some, flat and without repeats. */
export function oneOrMore(expressions: readonly Expression[]): Expression {
  return joined('any', expressions)
}

const keys = new WeakMap<Expression, string>()

/** The same for the same expression: a path as JSON Pointer for a schema as it is in the source. */
export function keyOf(expression: Expression): string {
  if ('at' in expression) return expression.at
  const known = keys.get(expression)
  if (known !== undefined) return known
  const key = JSON.stringify(expression)
  keys.set(expression, key)
  return key
}

function joined(kind: 'all' | 'any', expressions: readonly Expression[]): Expression {
  const parts = expressions.flatMap((each) => partsOf(each, kind))
  const known = new Map(parts.map((part) => [keyOf(part), part]))
  const [only, ...others] = known.values()
  if (only !== undefined && others.length === 0) return only
  const list = [...known.values()]
  return kind === 'all' ? { all: list } : { any: list }
}

function partsOf(expression: Expression, kind: 'all' | 'any'): readonly Expression[] {
  if (kind === 'all' && 'all' in expression) return expression.all
  if (kind === 'any' && 'any' in expression) return expression.any
  return [expression]
}
