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

/** "Unknown compiler option '…'." */
const unknownOption = 5023
/** "Unknown compiler option '…'. Did you mean '…'?" */
const unknownOptionWithGuess = 5025
/** "Argument for '--module' option must be: …" */
const unknownValue = 6046
/**
 * What an option or a value is told by that only a newer compiler knows; it says nothing on types. A value of another type
 * (5024) is a mistake for every compiler.
 */
export const unknownOptionCodes: ReadonlySet<number> = new Set([
  unknownOption,
  unknownOptionWithGuess,
  unknownValue,
])

/** The names of options whose values this compiler does not know. */
export function unknownOptions(
  ts: TypeScript,
  errors: readonly ts.Diagnostic[],
): ReadonlySet<string> {
  const names = errors
    .filter(({ code }) => code === unknownValue)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    .map((message) => /--(\w+)/.exec(message)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}
