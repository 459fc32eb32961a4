import { normalSchema } from '../registry/contract/normal-schema.js'
import { findGrantedEffect } from './granted-effect.js'
import type { Manifest, ManifestCompletions, ManifestGrant, ManifestServer } from './manifest.js'

/** A manifest as it is digested and compared: two that say the same are one value. Members may be undefined. */
export interface NormalManifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Manifest['metadata']
  readonly servers: readonly object[]
  readonly tools: readonly NormalGrant[]
  readonly agents: readonly object[]
}

/** A grant as it is digested and compared; everything that equals its default is undefined. */
export type NormalGrant = {
  readonly [Field in keyof ManifestGrant]: ManifestGrant[Field] | undefined
}

/** The manifest without what equals its default, its lists sorted. */
export function normalManifest({ apiVersion, kind, metadata, spec }: Manifest): NormalManifest {
  return {
    ...{ apiVersion, kind, metadata: { ...metadata } },
    servers: sortBy(spec.servers ?? [], ({ name }) => name).map(normalServer),
    tools: sortBy(spec.tools, ({ ref }) => ref).map(normalGrant),
    agents: sortBy(spec.agents ?? [], ({ name }) => name).map((agent) => ({ ...agent })),
  }
}

/** A grant without what equals its default; the short form of its effect written out. */
export function normalGrant(grant: ManifestGrant): NormalGrant {
  const { approval = 'none', completions } = grant
  return {
    ...grant,
    mutates: undefined,
    effect: findGrantedEffect(grant),
    approval: approval === 'none' ? undefined : approval,
    arguments: grant.arguments && normalSchema(grant.arguments),
    completions: normalCompletions(completions),
  }
}

function normalCompletions({ trust = [], requireEqual = [] }: ManifestCompletions = {}):
  ManifestCompletions | undefined {
  if (trust.length === 0 && requireEqual.length === 0) return undefined
  return {
    ...(trust.length === 0 ? {} : { trust }),
    ...(requireEqual.length === 0 ? {} : { requireEqual }),
  }
}

function normalServer({ name, transport }: ManifestServer): object {
  return { name, transport: { ...transport, args: orNone(transport.args ?? []) } }
}

function orNone(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list
}

function sortBy<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly Entry[] {
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))))
}
