import { isIPv6 } from 'node:net'

/** True for the name or address of a host, without scheme, port and path: not for the empty one, which stands for all. */
export function isHostName(value: unknown): value is string {
  return typeof value === 'string' && toHostKey(value) !== undefined
}

/**
 * A host as hosts are compared: lower case, IPv6 without brackets, other alphabets as a request writes them. Undefined for
 * what is no host.
 */
export function toHostKey(host: string): string | undefined {
  const isAddress = isIPv6(host) || /^\[[^\]]*\]$/.test(host)
  if (!isAddress && /[\s/?#@\\:]/.test(host)) return undefined
  return hostOf(`http://${isIPv6(host) ? `[${host}]` : host}`)
}

/** The host that a URL is for; undefined where it is none. */
export function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : undefined
}
