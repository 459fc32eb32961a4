/** A schema made of schemas of the source: one of them, all of them at once, or at least one of them. */
export type Expression =
  | { readonly at: string }
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }

/** All of two at once, flat and without repeats. */
export function both(first: Expression, second: Expression): Expression {
  return joined('all', [first, second].flatMap(partsOf))
}

/** At least one of some, without repeats. */
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

function joined(kind: 'all' | 'any', parts: readonly Expression[]): Expression {
  const known = new Map(parts.map((part) => [keyOf(part), part]))
  const [only, ...others] = known.values()
  if (only !== undefined && others.length === 0) return only
  const list = [...known.values()]
  return kind === 'all' ? { all: list } : { any: list }
}

function partsOf(expression: Expression): readonly Expression[] {
  return 'all' in expression ? expression.all : [expression]
}
