import type ts from 'typescript'

import type { TypeScript } from './compiler.js'

/** A host for the compiler, and where it looked for modules in vain or read how a package resolves them. */
export interface LookupHost {
  readonly host: ts.CompilerHost
  /** Absolute paths, filled while the program is made: what appears there may change what an import means. */
  readonly lookups: ReadonlySet<string>
}

/** What the compiler says of a resolution, of which its declarations have the result alone. */
interface Resolution extends ts.ResolvedModuleWithFailedLookupLocations {
  readonly failedLookupLocations?: readonly string[]
  readonly affectingLocations?: readonly string[]
}

/** Resolves modules as the compiler does by itself, and keeps what it looked at. */
export function createLookupHost(ts: TypeScript, options: ts.CompilerOptions): LookupHost {
  const host = ts.createCompilerHost(options)
  const canonical = (path: string): string => host.getCanonicalFileName(path)
  const cache = ts.createModuleResolutionCache(host.getCurrentDirectory(), canonical, options)
  const lookups = new Set<string>()
  host.resolveModuleNameLiterals = (...asked) => {
    const [literals, file, reference, own, source] = asked
    return literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(
        source,
        literal,
        reference?.commandLine.options ?? own,
      )
      const found = ts.resolveModuleName(literal.text, file, own, host, cache, reference, mode)
      for (const path of lookupsOf(found)) lookups.add(path)
      return found
    })
  }
  return { host, lookups }
}

/**
 * Places in `node_modules` count where nothing with types was found: a package that may be installed yet. One that
 * was found there is told by its own `package.json`.
 */
function lookupsOf(resolution: Resolution): readonly string[] {
  const { resolvedModule, failedLookupLocations = [], affectingLocations = [] } = resolution
  const isTyped = resolvedModule !== undefined && !/^\.[cm]?jsx?$/.test(resolvedModule.extension)
  const paths = [...failedLookupLocations, ...affectingLocations]
  return isTyped ? paths.filter((path) => !path.includes('/node_modules/')) : paths
}
