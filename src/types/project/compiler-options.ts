import type ts from 'typescript'

import type { TypeScript } from './compiler.js'

/** What the project's own compiler would make of its options. */
interface OptionFacts {
  readonly ts: TypeScript
  /** The major version of the project's TypeScript; undefined where it is unknown. */
  readonly major: number | undefined
  /** Names of options whose values this compiler does not know, for the project's is newer. */
  readonly unknown: ReadonlySet<string>
}

/** The options the program is read with: nothing is emitted, and the defaults are those of the project's compiler. */
export function effectiveOptions(
  parsed: ts.CompilerOptions,
  facts: OptionFacts,
): ts.CompilerOptions {
  const known = Object.entries(parsed).filter(
    ([name]) => !facts.unknown.has(name) && !isOfEmit(name),
  )
  const given: ts.CompilerOptions = Object.fromEntries(known)
  const options = { ...defaultsOf(facts), ...given }
  const isNewer = facts.unknown.has('moduleResolution') || isVersion6(facts)
  const moduleResolution = resolutionFor(facts.ts, options.module)
  return {
    ...(isNewer && { moduleResolution }),
    ...options,
    ...{ noEmit: true, skipLibCheck: true, incremental: false },
  }
}

function defaultsOf(facts: OptionFacts): ts.CompilerOptions {
  const { ScriptTarget, ModuleKind } = facts.ts
  const target = ScriptTarget.ESNext
  if (isVersion6(facts)) return { strict: true, target, module: newestModule(facts) }
  return {
    ...(facts.unknown.has('target') && { target }),
    ...(facts.unknown.has('module') && { module: ModuleKind.NodeNext }),
  }
}

function newestModule({ ts: { ModuleKind }, unknown }: OptionFacts): ts.ModuleKind {
  return unknown.has('module') ? ModuleKind.NodeNext : ModuleKind.ESNext
}

/** From TypeScript 6 on, `strict` is on, and target and module are the newest, where a tsconfig says nothing. */
function isVersion6({ major }: OptionFacts): boolean {
  return major !== undefined && major >= 6
}

/** True where `null` and `undefined` are types of their own. */
export function hasStrictNulls({ strict, strictNullChecks }: ts.CompilerOptions): boolean {
  return strictNullChecks ?? strict ?? false
}

function resolutionFor(ts: TypeScript, module: ts.ModuleKind | undefined): ts.ModuleResolutionKind {
  const isNode = module !== undefined && module >= ts.ModuleKind.Node16
  const isPreserved = module === ts.ModuleKind.Preserve
  if (!isNode || isPreserved) return ts.ModuleResolutionKind.Bundler
  return ts.ModuleResolutionKind.NodeNext
}

/** Options on output are no matter here, and some refuse each other without it. */
function isOfEmit(name: string): boolean {
  return ofEmit.has(name)
}

const ofEmit: ReadonlySet<string> = new Set([
  ...['composite', 'declaration', 'declarationMap', 'declarationDir', 'emitDeclarationOnly'],
  ...['outDir', 'outFile', 'sourceMap', 'inlineSources', 'inlineSourceMap', 'tsBuildInfoFile'],
  ...['isolatedDeclarations', 'rootDir'],
])
