import { createRequire } from 'node:module'
import { join } from 'node:path'

import type ts from 'typescript'
import type { Args, JsonSchemaGenerator } from 'typescript-json-schema'

import { DefinitionError } from '../../errors/definition-error.js'
import type { JsonSchema } from '../../schema/json-schema.js'

const peer = 'typescript-json-schema'

/** The compiler's API: types only are imported, the module comes from `loadCompiler`. */
export type TypeScript = typeof ts

/** What typescript-json-schema brings: its generator, and the TypeScript that it works with. */
export interface Compiler {
  readonly ts: TypeScript
  readonly JsonSchemaGenerator: typeof JsonSchemaGenerator
  readonly getDefaultArgs: () => Args
}

/** What is used of its generator and private in its declarations: looked for before it is used, for any release may end it. */
export interface GeneratorParts {
  getTypeDefinition(type: ts.Type): JsonSchema
  parseCommentsIntoDefinition: () => void
}

const generatorParts = ['getTypeDefinition', 'parseCommentsIntoDefinition'] as const

/**
 * Loads typescript-json-schema, as the project has it or else as this package has it. It brings the TypeScript whose
 * API is used: a project on TypeScript 7 has none.
 *
 * @throws DefinitionError with the command that installs it, when it is missing or another release, whose version it says.
 */
export function loadCompiler(folder: string): Compiler {
  const found = [join(folder, 'tsconfig.json'), lookFrom(import.meta.url)].map(loadFrom)
  const loaded = found.find((candidate) => candidate !== undefined)
  if (loaded === undefined) throw toError(`the optional peer ${peer} is not installed.`)
  const { version, exported } = loaded
  if (!version.startsWith('0.68.')) {
    throw toError(`the ${peer} that is installed is ${version}, and only releases 0.68 are known.`)
  }
  if (isCompiler(exported)) return exported
  const message = `the ${peer} that is installed, ${version}, has another generator than 0.68.0.`
  throw toError(message, '0.68.0')
}

interface LoadedPeer {
  readonly version: string
  readonly exported: unknown
}

function loadFrom(location: string): LoadedPeer | undefined {
  const require = createRequire(location)
  try {
    return { exported: require(peer), version: readVersion(require(`${peer}/package.json`)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function readVersion(description: unknown): string {
  const { version } = description as { readonly version?: unknown }
  return typeof version === 'string' ? version : 'without a version'
}

/** Without the parts that are private, comments would be read, and what their tags name would be run. */
function isCompiler(exported: unknown): exported is Compiler {
  const { ts, JsonSchemaGenerator, getDefaultArgs } = exported as Partial<Compiler>
  const prototype = JsonSchemaGenerator?.prototype as Partial<GeneratorParts> | undefined
  const used = [
    ts?.createProgram,
    getDefaultArgs,
    ...generatorParts.map((name) => prototype?.[name]),
  ]
  return used.every((member) => typeof member === 'function')
}

function toError(message: string, range = '^0.68.0'): DefinitionError {
  const install = `npm install --save-dev ${peer}@${range}`
  const fix = `Run \`${install}\`. It is needed where facts are written, not where they are read.`
  return new DefinitionError([{ subject: 'tallystick types', message, fix }])
}

/** A CommonJS bundle has no `import.meta.url`; it looks from the working directory. */
function lookFrom(url: string | undefined): string {
  return url ?? join(process.cwd(), 'bundle.cjs')
}
