import { isIPv4 } from 'node:net'

import { DefinitionError } from '../../../errors/definition-error.js'
import { quoteName } from '../../../errors/quoted-name.js'
import { hostOf, toHostKey } from './host-name.js'
import { refusal } from './refusal.js'

/** Which hosts requests are meant for and which pages they come from. */
export interface HostFilter {
  /** Undefined for a request that may go on. */
  readonly findRefusal: (request: Request) => Response | undefined
  /** Takes one more name for the server's own. */
  readonly allow: (host: string) => void
}

/** What is allowed besides this machine. */
export interface HostFilterOptions {
  readonly allowedHosts?: readonly string[] | undefined
  readonly allowedOrigins?: readonly string[] | undefined
}

/**
 * Refuses requests for other hosts and from other pages, as MCP asks of servers against DNS rebinding: a page that was
 * loaded from a name which then points here is stopped by that name.
 */
export function createHostFilter({
  allowedHosts = [],
  allowedOrigins = [],
}: HostFilterOptions): HostFilter {
  const hosts = new Set(allowedHosts.map(toHostKey))
  const origins = new Set(allowedOrigins.map(toHostKey))
  const isOwn = (host: string): boolean => isLoopback(host) || hosts.has(host)
  return Object.freeze<HostFilter>({
    findRefusal: ({ url, headers }) => {
      const host = hostOf(`http://${headers.get('host') ?? new URL(url).host}`)
      if (host === undefined || !isOwn(host)) return refusal(403, 'Forbidden host')
      const given = headers.get('origin')
      if (given === null || given === '') return undefined
      const origin = hostOf(given)
      const isKnown = origin !== undefined && (isOwn(origin) || origins.has(origin))
      return isKnown ? undefined : refusal(403, 'Forbidden origin')
    },
    allow: (host) => {
      hosts.add(toHostKey(host))
    },
  })
}

/** True for a host that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const name = toHostKey(host) ?? ''
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** @throws DefinitionError when others could reach what asks nobody who they are. */
export function assertGuarded(
  subject: string,
  { authenticate }: { readonly authenticate?: unknown },
  isLocal: unknown,
): void {
  if (authenticate !== undefined || isLocal === true) return
  throw new DefinitionError([
    {
      subject,
      message: `other hosts than ${quoteName('localhost')} would be served without asking who calls.`,
      fix: 'Pass authenticate(request), or serve this machine alone.',
    },
  ])
}

/** @throws DefinitionError when requests that anybody may bring are answered without asking who sends them. */
export function assertFetchGuarded(options: {
  readonly authenticate?: unknown
  readonly unauthenticated?: boolean | undefined
}): void {
  if (options.authenticate !== undefined || options.unauthenticated === true) return
  throw new DefinitionError([
    {
      subject: 'mcpHandler.fetch',
      message: 'it would answer without asking who calls, since whoever calls says for which host.',
      fix: 'Pass authenticate(request), or unauthenticated: true where nobody else reaches it.',
    },
  ])
}
