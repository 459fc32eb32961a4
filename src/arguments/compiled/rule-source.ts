import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator'

/**
 * Where in its source a validator first looks at what it is given; undefined when it never does. Two validators that stop
 * at the same place are the same code, whatever they are called: so a rule of class-validator's own is told from any other.
 */
export function sourceOf(constraint: ValidatorConstraintInterface): string | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = allFrames
  try {
    return findPlace(constraint, stackLines(new Error('here')))
  } finally {
    Error.stackTraceLimit = limit
  }
}

/**
 * More than a stack has. Not infinity: after the first number that is no small integer, V8 tries for ever to optimise the
 * constructors of classes that extend Error, and gives up each time.
 */
const allFrames = 1_000_000

function findPlace(
  constraint: ValidatorConstraintInterface,
  outside: readonly string[],
): string | undefined {
  const { proxy: unseen, revoke } = Proxy.revocable({}, {})
  revoke()
  try {
    void constraint.validate(unseen, unseen as ValidationArguments)
    return undefined
  } catch (error) {
    const lines = error instanceof TypeError ? stackLines(error) : []
    // This function is one frame more than what was outside of it.
    const inside = lines.length - outside.length - 1
    return inside > 0 ? lines.slice(0, inside + 1).join('\n') : undefined
  }
}

/** The message and the frames; none where a host has replaced what a stack is. */
function stackLines(error: Error): readonly string[] {
  return typeof error.stack === 'string' ? error.stack.split('\n') : []
}
