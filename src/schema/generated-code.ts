// What is done to the code that Ajv generates from a schema, before it becomes a function.
import { linearCode } from './linear-errors.js'

/** What a generated function counts down at every call. */
export interface CallBudget {
  left: number
}

/** What Ajv tells of the code: the schema it was generated from. */
interface CompiledSchema {
  readonly schema: unknown
}

/**
 * Code that takes no more calls than its budget has left, and reports errors in time that grows with the value only. It
 * is called with the budget as `this`.
 *
 * @throws Error for a schema whose `$id` ends a comment: Ajv writes it into one, and what follows would be run.
 */
export function rewriteCode(code: string, compiled?: CompiledSchema): string {
  const id: unknown = Reflect.get(Object(compiled?.schema) as object, '$id')
  if (String(id).includes('*/')) throw new Error('a "$id" has "*/" in it')
  return linearCode(code).replace(functionHead, '$&if(--this.left<0){throw new RangeError();}')
}

const functionHead = /^return function \w+\(data, \{[^\n]*\}=\{\}\)\{$/m
