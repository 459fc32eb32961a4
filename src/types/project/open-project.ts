import { basename, dirname, isAbsolute } from 'node:path'

import type ts from 'typescript'

import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { loadCompiler, type Compiler, type TypeScript } from './compiler.js'
import { effectiveOptions, hasStrictNulls } from './compiler-options.js'
import { createLookupHost } from './module-lookups.js'
import { parseTsconfig, unknownOptionCodes, unknownOptions } from './parse-tsconfig.js'
import { relativePath } from './relative-path.js'
import { findTypeScriptMajor } from './typescript-version.js'

/** A program that was read and bound: what the types of its tools are asked of. */
export interface Project {
  readonly compiler: Compiler
  /** The folder of the tsconfig; paths in the facts start there. */
  readonly folder: string
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** The tsconfig, those it extends and what was read to find them, by absolute paths. */
  readonly configFiles: readonly string[]
  /** Folders that `include` covers, by absolute paths. */
  readonly wildcardFolders: readonly string[]
  /** The globs of `exclude`, from the folder of the tsconfig. */
  readonly excluded: readonly string[]
  /** Where modules were looked for in vain or their packages were read, by absolute paths. */
  readonly lookups: ReadonlySet<string>
  /** Folders all of whose packages are part of the program without an import, by absolute paths. */
  readonly typeRoots: readonly string[]
}

/**
 * Reads the program of a tsconfig with the compiler that typescript-json-schema brings.
 *
 * @throws DefinitionError when that is missing, and when the tsconfig cannot be read, names no files or leaves
 * `strictNullChecks` off.
 */
export function openProject(tsconfig: string): Project {
  const folder = dirname(tsconfig)
  const compiler = loadCompiler(folder)
  const { parsed, configFiles } = parseTsconfig(compiler.ts, tsconfig)
  const unknown = unknownOptions(compiler.ts, parsed.errors)
  const major = findTypeScriptMajor(folder)
  const options = effectiveOptions(parsed.options, { ts: compiler.ts, major, unknown })
  assertReadable(compiler.ts, { subject: basename(tsconfig), parsed, options })
  const { host, lookups } = createLookupHost(compiler.ts, options)
  const program = compiler.ts.createProgram({
    rootNames: parsed.fileNames,
    options,
    host,
    ...(parsed.projectReferences && { projectReferences: parsed.projectReferences }),
  })
  return {
    ...{ compiler, folder, program, checker: program.getTypeChecker(), configFiles },
    wildcardFolders: Object.keys(parsed.wildcardDirectories ?? {}),
    excluded: excludedGlobs(parsed, folder),
    lookups,
    typeRoots: typeRootsOf(compiler.ts, { options, host }),
  }
}

interface Readable {
  readonly subject: string
  readonly parsed: ts.ParsedCommandLine
  readonly options: ts.CompilerOptions
}

function assertReadable(ts: TypeScript, { subject, parsed, options }: Readable): void {
  const problems: DefinitionProblem[] = parsed.errors
    .filter(({ code }) => !unknownOptionCodes.has(code))
    .map(({ messageText }) => ({
      subject,
      message: withoutPaths(ts.flattenDiagnosticMessageText(messageText, ' ')),
      fix: 'Correct it, or pass the tsconfig of the program that has the tools.',
    }))
  if (!hasStrictNulls(options)) {
    problems.push({
      subject,
      message: 'strictNullChecks is off, so that null and undefined are not in the types.',
      fix: 'Set "strict": true, or at least "strictNullChecks": true.',
    })
  }
  if (problems.length > 0) throw new DefinitionError(problems)
}

/** Names files by their last segment: where a checkout lies is nobody's business. */
function withoutPaths(message: string): string {
  return message.replaceAll(/(['"])(?:[A-Za-z]:)?[\\/][^'"]*?([^\\/'"]+)\1/g, '$1$2$1')
}

function excludedGlobs(parsed: ts.ParsedCommandLine, folder: string): readonly string[] {
  const raw = parsed.raw as { readonly exclude?: unknown } | undefined
  const exclude = Array.isArray(raw?.exclude) ? raw.exclude : []
  return exclude
    .filter((glob): glob is string => typeof glob === 'string')
    .map((glob) => glob.replace(/^\$\{configDir\}/, '.'))
    .map((glob) => (isAbsolute(glob) ? relativePath(folder, glob) : glob))
}

interface TypeRootsOf {
  readonly options: ts.CompilerOptions
  readonly host: ts.CompilerHost
}

/** With `types`, what lies in them counts only where it is named. */
function typeRootsOf(ts: TypeScript, { options, host }: TypeRootsOf): readonly string[] {
  const isListed = options.types !== undefined && !options.types.includes('*')
  return isListed ? [] : (ts.getEffectiveTypeRoots(options, host) ?? [])
}
