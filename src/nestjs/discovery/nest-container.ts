import type { DiscoveryService, ModulesContainer } from '@nestjs/core'

/** A module of an application, as Nest keeps it. */
export type NestModule = ModulesContainer extends Map<string, infer Module> ? Module : never

/** A provider of an application, as Nest keeps it. */
export type NestProvider = ReturnType<DiscoveryService['getProviders']>[number]

/** A module in words, for messages. */
export function moduleName({ metatype }: NestModule): string {
  return metatype.name === '' ? 'a module without a name' : metatype.name
}

/** The provider that a module reaches by a token: its own, or one that its imports export to it. */
export function findProvider(module: NestModule, token: unknown): NestProvider | undefined {
  return module.providers.get(token as never) ?? findInImports(module, token, new Set())
}

/** As Nest looks for it: what an import does not export itself may be exported through it. */
function findInImports(
  { imports }: Pick<NestModule, 'imports'>,
  token: unknown,
  seen: Set<NestModule>,
): NestProvider | undefined {
  for (const related of imports) {
    if (seen.has(related)) continue
    seen.add(related)
    const own = related.exports.has(token as never)
      ? related.providers.get(token as never)
      : undefined
    const found = own ?? findInImports({ imports: reExported(related) }, token, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function reExported({ imports, exports }: NestModule): Set<NestModule> {
  return new Set([...imports].filter(({ metatype }) => exports.has(metatype)))
}
