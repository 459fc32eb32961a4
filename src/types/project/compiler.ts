import { createRequire } from 'node:module'
import { join } from 'node:path'

import type ts from 'typescript'
import type { Args, JsonSchemaGenerator } from 'typescript-json-schema'

import { DefinitionError } from '../../errors/definition-error.js'

const peer = 'typescript-json-schema'
const install = 'npm install --save-dev typescript-json-schema@^0.68.0'

/** The compiler's API: types only are imported, the module comes from `loadCompiler`. */
export type TypeScript = typeof ts

/** What typescript-json-schema brings: its generator, and the TypeScript that it works with. */
export interface Compiler {
  readonly ts: TypeScript
  readonly JsonSchemaGenerator: typeof JsonSchemaGenerator
  readonly getDefaultArgs: () => Args
}

/**
 * Loads typescript-json-schema, as the project has it or else as this package has it. It brings the TypeScript whose
 * API is used: a project on TypeScript 7 has none.
 *
 * @throws DefinitionError with the command that installs it, when it is missing or another release.
 */
export function loadCompiler(folder: string): Compiler {
  const found = [join(folder, 'tsconfig.json'), ownLocation()].map(loadFrom)
  const compiler = found.find((candidate) => candidate !== undefined)
  if (compiler === undefined) throw toError(`the optional peer ${peer} is not installed.`)
  if (isCompiler(compiler)) return compiler
  throw toError(`the ${peer} that is installed is not a release 0.68.`)
}

function loadFrom(location: string): unknown {
  const require = createRequire(location)
  try {
    return require(require.resolve(peer))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function isCompiler(loaded: unknown): loaded is Compiler {
  const { ts, JsonSchemaGenerator, getDefaultArgs } = loaded as Partial<Compiler>
  return [ts?.createProgram, JsonSchemaGenerator, getDefaultArgs].every(
    (member) => typeof member === 'function',
  )
}

function toError(message: string): DefinitionError {
  const fix = `Run \`${install}\`. It is needed where facts are written, not where they are read.`
  return new DefinitionError([{ subject: 'tallystick types', message, fix }])
}

/** A CommonJS bundle has no `import.meta.url`; it looks from the working directory. */
function ownLocation(): string {
  const { url } = import.meta as { readonly url?: string }
  return url ?? join(process.cwd(), 'bundle.cjs')
}
