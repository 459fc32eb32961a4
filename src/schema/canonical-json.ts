/** A piece of work: text that is finished, a container to write, or a container to leave. */
type Step = string | { readonly enter: object } | { readonly leave: object }

/**
 * The canonical text of a JSON value by RFC 8785 (JSON Canonicalization Scheme): members sorted by UTF-16
 * code units, numbers and strings as ECMAScript writes them. One deviation: a lone surrogate is written as its
 * `\uXXXX` escape instead of being refused. Members whose value is undefined are left out. Depth is bounded by
 * memory only, never by the stack.
 *
 * @throws TypeError for what JSON cannot carry: functions, symbols, bigints, numbers that are not finite, cycles,
 * undefined array items, and objects of a class (a Date, a Map), which would otherwise all read as `{}`.
 */
export function canonicalJson(value: unknown): string {
  let text = ''
  const open = new Set<object>()
  const steps: Step[] = [toStep(value)]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === 'string') text += step
    else if ('leave' in step) open.delete(step.leave)
    else enterContainer(step.enter, open, steps)
  }
  return text
}

function enterContainer(container: object, open: Set<object>, steps: Step[]): void {
  if (open.has(container)) throw new TypeError('canonicalJson: a cycle is not JSON.')
  open.add(container)
  steps.push({ leave: container })
  const inside = Array.isArray(container) ? arraySteps(container) : objectSteps(container)
  // Last in, first out: what is to be written first goes on top.
  for (const step of inside.reverse()) steps.push(step)
}

function arraySteps(items: readonly unknown[]): Step[] {
  const steps: Step[] = ['[']
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) steps.push(',')
    steps.push(toStep(items[index]))
  }
  steps.push(']')
  return steps
}

function objectSteps(object: object): Step[] {
  if (!isPlainObject(object))
    throw new TypeError('canonicalJson: an object of a class is not JSON.')
  const members = Object.entries(object).filter(([, member]) => member !== undefined)
  members.sort(([first], [second]) => (first < second ? -1 : 1))
  const steps: Step[] = ['{']
  for (const [index, [key, member]] of members.entries()) {
    steps.push(`${index > 0 ? ',' : ''}${JSON.stringify(key)}:`, toStep(member))
  }
  steps.push('}')
  return steps
}

function toStep(value: unknown): Step {
  return typeof value === 'object' && value !== null ? { enter: value } : primitiveText(value)
}

function primitiveText(value: unknown): string {
  const isWritable =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  if (!isWritable) throw new TypeError(`canonicalJson: ${nameOf(value)} is not JSON.`)
  return JSON.stringify(value)
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'undefined'
  return typeof value === 'number' ? 'a number that is not finite' : `a ${typeof value}`
}

/** True for `{}` of any realm and for objects without a prototype. */
function isPlainObject(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
