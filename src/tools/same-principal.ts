import type { Principal } from './context-init.js'

/** Whether two calls are made for the same one: by id, by kind, and by whom an agent acts for. */
export function isSamePrincipal(one: Principal | undefined, other: Principal | undefined): boolean {
  return one?.id === other?.id && one?.kind === other?.kind && one?.onBehalfOf === other?.onBehalfOf
}
