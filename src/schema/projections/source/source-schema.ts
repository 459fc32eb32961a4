/** One schema inside a source document, read into the keywords of 2020-12. */
export interface SourceSchema {
  /** Where it stands in the source, as a JSON Pointer (RFC 6901). */
  readonly path: string
  /** The boolean schemas `true` and `false`, or one that says what it accepts. */
  readonly accepts: 'everything' | 'nothing' | 'what-it-says'
  readonly members: readonly SourceMember[]
  /** The URI that references inside it are relative to. */
  readonly base: string
  /** The steps that one look at it costs. */
  readonly weight: number
}

/** A keyword of 2020-12 with what stands under it: data, or the paths of schemas. */
export type SourceMember =
  | { readonly keyword: string; readonly kind: 'data'; readonly value: unknown }
  | { readonly keyword: string; readonly kind: 'schema'; readonly path: string }
  | { readonly keyword: string; readonly kind: 'list'; readonly paths: readonly string[] }
  | { readonly keyword: string; readonly kind: 'map'; readonly paths: ReadonlyMap<string, string> }

/** The paths of the schemas directly inside one. */
export function childPaths(member: SourceMember): readonly string[] {
  if (member.kind === 'schema') return [member.path]
  if (member.kind === 'list') return member.paths
  return member.kind === 'map' ? [...member.paths.values()] : []
}
