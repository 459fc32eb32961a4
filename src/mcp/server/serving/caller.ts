import { DefinitionError } from '../../../errors/definition-error.js'
import { quoteName } from '../../../errors/quoted-name.js'
import { createContext } from '../../../tools/tool-context.js'
import type { Principal } from '../../../tools/context-init.js'

/** Who calls, as the host established it. */
export interface McpCaller {
  /** @defaultValue `'default'` */
  readonly tenantId?: string | undefined
  readonly principal?: Principal | undefined
}

/**
 * Lets only a caller through that calls can be made for: what is no tenant or no principal must not list tools either. Each
 * member is read once. One that no caller has is refused: whoever says `tenant` does not mean the tenant of everybody.
 * @throws DefinitionError naming what is wrong with it.
 */
export function readCaller(subject: string, given: unknown): McpCaller {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw callerFault(subject, 'what it gave is no caller.')
  }
  const { tenantId, principal, ...more } = given as McpCaller
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) {
    throw callerFault(subject, `a caller has no ${quoteName(unknown)}.`)
  }
  const context = createContext({ tenantId, principal })
  return Object.freeze({ tenantId: context.tenantId, principal: context.principal })
}

/** Whether a value is a caller. */
export function isCaller(value: unknown): boolean {
  try {
    readCaller('caller', value)
    return true
  } catch {
    return false
  }
}

function callerFault(subject: string, message: string): DefinitionError {
  const fix = 'Give { tenantId, principal } alone, or undefined for nobody.'
  return new DefinitionError([{ subject, message, fix }])
}
