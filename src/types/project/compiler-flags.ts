import { dirname } from 'node:path'

import { loadCompiler } from './compiler.js'
import { effectiveOptions, hasStrictNulls } from './compiler-options.js'
import { findTsconfig } from './find-tsconfig.js'
import { parseTsconfig, unknownOptions } from './parse-tsconfig.js'
import { findTypeScriptMajor } from './typescript-version.js'

/** The compiler options that tool classes depend on, as the project's own compiler takes them. */
export interface CompilerFlags {
  /** The path of the tsconfig. */
  readonly tsconfig: string
  readonly experimentalDecorators: boolean
  readonly emitDecoratorMetadata: boolean
  readonly strictNullChecks: boolean
}

/**
 * Reads the options of a tsconfig with those it extends.
 *
 * @throws DefinitionError when there is no tsconfig, or the optional peer typescript-json-schema is missing.
 */
export function readCompilerFlags(project?: string): CompilerFlags {
  const tsconfig = findTsconfig(project)
  const folder = dirname(tsconfig)
  const { ts } = loadCompiler(folder)
  const { parsed } = parseTsconfig(ts, tsconfig)
  const facts = {
    ts,
    major: findTypeScriptMajor(folder),
    unknown: unknownOptions(ts, parsed.errors),
  }
  const options = effectiveOptions(parsed.options, facts)
  return {
    tsconfig,
    experimentalDecorators: options.experimentalDecorators === true,
    emitDecoratorMetadata: options.emitDecoratorMetadata === true,
    strictNullChecks: hasStrictNulls(options),
  }
}
