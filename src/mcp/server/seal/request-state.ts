import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Principal } from '../../../tools/context-init.js'
import { readKeyRing, type McpSealKey } from './key-ring.js'

/** What a client carries from a question to its answer. A reference only: the arguments come from the journal. */
export interface RequestState {
  readonly v: 1
  readonly suspensionId: string
  readonly tenant: string
  /** The id of the principal; null where there is none. */
  readonly principal: string | null
  readonly principalKind: Principal['kind'] | null
  /** The id of whom the principal acts for, where it does. */
  readonly onBehalfOf: string | undefined
  /** `server/name`. */
  readonly tool: string
  readonly argumentsDigest: string
  /** The question as it was put, to be put again. */
  readonly reason: string
  /** When it lapses, in milliseconds since the epoch. */
  readonly exp: number
}

/** What has to be as it was when the state was sealed. */
export type StateBinding = Pick<
  RequestState,
  'tenant' | 'principal' | 'principalKind' | 'onBehalfOf' | 'tool' | 'argumentsDigest'
>

/** Seals states with the first key of a ring and opens what any of them sealed. */
export interface StateSeal {
  seal(state: Omit<RequestState, 'v' | 'exp'>): string
  /** Undefined for what is forged, lapsed, or sealed for another caller or call: there is no telling which. */
  open(sealed: string, binding: StateBinding): RequestState | undefined
}

/** How a seal is made. */
export interface SealOptions {
  /** @defaultValue one random key */
  readonly keys: readonly McpSealKey[] | undefined
  readonly ttlMs: number
  /** @defaultValue the clock of the process */
  readonly now?: () => number
}

/** A seal by HMAC-SHA-256 over the state, which its reader may read and nobody can change. */
export function createStateSeal({ keys, ttlMs, now = Date.now }: SealOptions): StateSeal {
  const ring = readKeyRing(keys ?? [randomBytes(32)]) ?? [randomBytes(32)]
  const [first = randomBytes(32)] = ring
  return Object.freeze<StateSeal>({
    seal: (state) => {
      const text = JSON.stringify({ v: 1, ...state, exp: now() + ttlMs } satisfies RequestState)
      const body = Buffer.from(text).toString('base64url')
      return `${prefix}${body}.${macOf(first, body).toString('base64url')}`
    },
    open: (sealed, binding) => {
      const state = readState(sealed, ring)
      return state !== undefined && state.exp > now() && isFor(state, binding) ? state : undefined
    },
  })
}

const prefix = 'ts1.'

function readState(sealed: string, ring: readonly Uint8Array[]): RequestState | undefined {
  const [version, body = '', mac = '', ...rest] = sealed.split('.')
  if (`${String(version)}.` !== prefix || rest.length > 0) return undefined
  const given = Buffer.from(mac, 'base64url')
  if (!ring.some((key) => isSame(macOf(key, body), given))) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as RequestState
}

function macOf(key: Uint8Array, body: string): Buffer {
  return createHmac('sha256', key).update(`tallystick.mcp.request-state\n${body}`).digest()
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function isFor(state: RequestState, binding: StateBinding): boolean {
  return (
    state.tenant === binding.tenant &&
    state.principal === binding.principal &&
    state.principalKind === binding.principalKind &&
    state.onBehalfOf === binding.onBehalfOf &&
    state.tool === binding.tool &&
    state.argumentsDigest === binding.argumentsDigest
  )
}
