import type { ClassArguments } from '../../arguments/class-arguments.js'
import { findMember } from '../../arguments/shape/argument-names.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { ToolClass } from '../../tools/constructor.js'
import type { ToolOptions } from '../../tools/tool-options.js'
import { keyAtPath, keyByFunction, withoutKey, type KeyMembers } from './key-reader.js'

const member = 'idempotencyKey'

/** How a class names the effect of a call: by its option, or by its method, which runs on the arguments alone. */
export function keyOfClass(
  toolClass: ToolClass,
  { idempotencyKey }: ToolOptions,
  args: ClassArguments,
): KeyMembers {
  if (idempotencyKey !== undefined) return keyAtPath(idempotencyKey)
  const method: unknown = findMember(toolClass, member)?.value
  if (typeof method !== 'function') return withoutKey
  return keyByFunction((admitted) => Reflect.apply(method, args.createBareView(admitted), []))
}

/** What is wrong with how a class declares its key. What is meant as one and is none would go unnoticed. */
export function keyMemberProblems(
  subject: string,
  toolClass: ToolClass,
  { idempotencyKey }: ToolOptions,
): DefinitionProblem[] {
  if (!(member in toolClass.prototype) && !(member in toolClass)) return []
  const found = findMember(toolClass, member)
  const isMethod = typeof found?.value === 'function'
  const write = `Write \`${member}() { … }\` as a method`
  if (Object.hasOwn(toolClass, member)) {
    const message = `its \`${member}\` is static, and a key is made of the arguments of one call.`
    return [{ subject, message, fix: `${write} that is not static.` }]
  }
  if (found !== undefined && !isMethod) {
    return [{ subject, message: `its \`${member}\` is no method.`, fix: `${write}.` }]
  }
  if (!isMethod || idempotencyKey === undefined) return []
  const message = `its key is declared twice: by the option and by the method \`${member}\`.`
  return [{ subject, message, fix: 'Keep one of them; money tools keep the option.' }]
}
