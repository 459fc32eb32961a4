import type { ToolIdentity } from '../errors/tool-error.js'
import { digestJson } from '../schema/digest.js'
import type { Principal } from './context-init.js'
import type { KeyValue } from './key-rule.js'

/**
 * What makes two calls one.
 *
 * - `declared`: what the tool says its effect is.
 * - `caller`: what a caller says whom the host trusts, where the tool says nothing.
 * - `delivery`: the run and the call id of a caller that delivers one call of a model twice.
 */
export interface CallKey {
  readonly kind: 'declared' | 'caller' | 'delivery'
  readonly value: KeyValue
}

/** Whose key of which tool. */
export interface KeyOwner {
  readonly tenantId: string
  /** For whom the call is made; only the key of a caller is each principal's own. */
  readonly principal: Principal | undefined
  readonly toolId: ToolIdentity
}

/**
 * What is stored and indexed for a key: SHA-256 over canonical JSON (RFC 8785) in lower-case hex. Each kind of key has a
 * purpose of its own, so that no key of one kind is ever that of another.
 */
export function keyDigest({
  tenantId,
  principal,
  toolId: { server, name },
  key: { kind, value },
}: KeyOwner & { readonly key: CallKey }): string {
  const digest = (fields: readonly unknown[]): string =>
    digestJson(`tallystick.key.${kind}`, fields)
  switch (kind) {
    case 'declared':
      return digest([tenantId, server, name, value])
    case 'caller':
      return digest([tenantId, ownerOf(principal), server, name, 'caller', value])
    case 'delivery':
      return digest([tenantId, server, name, 'delivery', ...(value as readonly unknown[])])
  }
}

/** What the token of a declared key is made from. */
export interface KeyTokenParts {
  readonly tenantId: string
  readonly toolId: ToolIdentity
  readonly value: KeyValue
  /** 0 for `call`, and one more for each `resume`. */
  readonly phase: number
}

/**
 * What may leave the process for a declared key: `ts1_` and a base64url SHA-256, the same over retries and restarts,
 * another one for each tenant and phase.
 */
export function keyToken({ tenantId, toolId, value, phase }: KeyTokenParts): string {
  return toToken('declared', [tenantId, toolId.server, toolId.name, value, phase])
}

/** As `keyToken`, for a key of any kind: that of a caller is each principal's own also where the effect is done. */
export function tokenOfKey({
  key: { kind, value },
  principal,
  ...parts
}: KeyOwner & { readonly key: CallKey; readonly phase: number }): string {
  if (kind === 'declared') return keyToken({ ...parts, value })
  const { tenantId, toolId, phase } = parts
  const owner = kind === 'caller' ? ownerOf(principal) : null
  return toToken(kind, [tenantId, owner, toolId.server, toolId.name, kind, value, phase])
}

/** A person and a service may have one id, and one agent may act for many. */
function ownerOf(principal: KeyOwner['principal']): readonly string[] | null {
  if (principal === undefined) return null
  const { kind, id, onBehalfOf } = principal
  return onBehalfOf === undefined ? [kind, id] : [kind, id, onBehalfOf]
}

function toToken(kind: CallKey['kind'], fields: readonly unknown[]): string {
  const digest = Buffer.from(digestJson(`tallystick.key-token.${kind}`, fields), 'hex')
  return `ts1_${digest.toString('base64url')}`
}
