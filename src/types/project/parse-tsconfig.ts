import { dirname } from 'node:path'

import type ts from 'typescript'

import type { TypeScript } from './compiler.js'

/** A tsconfig with what it extends, as the compiler reads it. */
export interface ParsedTsconfig {
  readonly parsed: ts.ParsedCommandLine
  readonly configFiles: readonly string[]
}

/** Reads a tsconfig; its mistakes are among the errors of what was parsed. */
export function parseTsconfig(ts: TypeScript, tsconfig: string): ParsedTsconfig {
  const configFiles = new Set<string>()
  const host: ts.ParseConfigHost = {
    ...ts.sys,
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    readFile(path) {
      const text = ts.sys.readFile(path)
      if (text !== undefined) configFiles.add(path)
      return text
    },
  }
  const source = ts.readJsonConfigFile(tsconfig, (path) => host.readFile(path))
  const parsed = ts.parseJsonSourceFileConfigFileContent(
    source,
    host,
    dirname(tsconfig),
    undefined,
    tsconfig,
  )
  const syntaxErrors = (source as unknown as { parseDiagnostics: ts.Diagnostic[] }).parseDiagnostics
  return {
    parsed: { ...parsed, errors: [...syntaxErrors, ...parsed.errors] },
    configFiles: [...configFiles],
  }
}

/** "Argument for '--module' option must be: …", of a value that only a newer compiler knows. */
const unknownValue = 6046
/** "Unknown compiler option", of an option that only a newer compiler knows; it and what follows say nothing on types. */
export const unknownOptionCodes: ReadonlySet<number> = new Set([
  unknownValue,
  5023,
  5024,
  5025,
  6044,
  6064,
  6065,
])

/** The names of options whose values this compiler does not know. */
export function unknownOptions(errors: readonly ts.Diagnostic[]): ReadonlySet<string> {
  const names = errors
    .filter(({ code }) => code === unknownValue)
    .map(({ messageText }) =>
      typeof messageText === 'string' ? /--(\w+)/.exec(messageText)?.[1] : undefined,
    )
  return new Set(names.filter((name) => name !== undefined))
}
