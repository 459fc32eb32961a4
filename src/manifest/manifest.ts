import type { JsonSchema } from '../schema/json-schema.js'
import type { Effect } from '../tools/effect.js'
import type { ApprovalDemand } from '../tools/tool-grants.js'

/** A reviewed document: which tools an agent may call, and what a model is told of them. As written, deep-frozen. */
export interface Manifest {
  readonly apiVersion: 'tallystick/v1'
  readonly kind: 'ToolManifest'
  readonly metadata: { readonly name: string; readonly version: string }
  readonly spec: {
    /** Foreign servers. @defaultValue none */
    readonly servers?: readonly ManifestServer[]
    /** The tools that may be called. */
    readonly tools: readonly ManifestGrant[]
    /** Which agent sees which tools. @defaultValue none */
    readonly agents?: readonly ManifestAgent[]
  }
}

/** One tool that may be called. */
export interface ManifestGrant {
  /** `tool://server/name`. */
  readonly ref: string
  /** A short name for people. */
  readonly title?: string
  /** What a model is told of the tool. */
  readonly description: string
  /** May be stricter than the code, never laxer. @defaultValue what the code declares; `write` for a foreign tool */
  readonly effect?: Effect
  /** Short form of `effect`: `false` is `read`, `true` is `write`. */
  readonly mutates?: boolean
  /** @defaultValue `'none'` */
  readonly approval?: ApprovalDemand
  /** The digest of what was reviewed, see `contractDigest`. */
  readonly contract?: string
  /** The JSON Schema of the arguments of a foreign or script tool. */
  readonly arguments?: JsonSchema
  /** The path of the argument that names the effect of a call. */
  readonly idempotencyKey?: string
  /** What an error of a foreign tool says of the far side. @defaultValue `'in-doubt'` where the tool mutates */
  readonly errors?: 'did-not-happen' | 'in-doubt'
  /** Who may report a call as done that was performed outside. @defaultValue nobody */
  readonly completions?: ManifestCompletions
}

/** Who may report a call as done that was performed outside. */
export interface ManifestCompletions {
  /** The ids of the performers that are believed. @defaultValue none */
  readonly trust?: readonly string[]
  /** Paths that must be equal in the arguments and in what is reported. @defaultValue none */
  readonly requireEqual?: readonly string[]
}

/** A foreign server. */
export interface ManifestServer {
  readonly name: string
  readonly transport: {
    readonly command?: string
    readonly args?: readonly string[]
    readonly url?: string
  }
}

/** One agent and the granted tools it sees. */
export interface ManifestAgent {
  readonly name: string
  /** Ids and selectors, as written. */
  readonly tools: readonly string[]
}
