import { DefinitionError } from '../../../errors/definition-error.js'
import { createContext } from '../../../tools/tool-context.js'
import type { Principal } from '../../../tools/context-init.js'

/** Who calls, as the host established it. */
export interface McpCaller {
  /** @defaultValue `'default'` */
  readonly tenantId?: string | undefined
  readonly principal?: Principal | undefined
}

/**
 * Lets only a caller through that calls can be made for: what is no tenant or no principal must not list tools either.
 * @throws DefinitionError naming what is wrong with it.
 */
export function assertCaller(subject: string, caller: unknown): asserts caller is McpCaller {
  if (typeof caller !== 'object' || caller === null) {
    const message = 'what it gave is no caller.'
    const fix = 'Give { tenantId, principal }, or undefined for nobody.'
    throw new DefinitionError([{ subject, message, fix }])
  }
  const { tenantId, principal } = caller as McpCaller
  createContext({ tenantId, principal })
}

/** Whether a value is a caller. */
export function isCaller(value: unknown): value is McpCaller {
  try {
    assertCaller('caller', value)
    return true
  } catch {
    return false
  }
}
