// Owns Ajv: when it is loaded and how it is set up. Nothing else in the package may import it at run time.
import { createRequire } from 'node:module'

import type { Ajv, FuncKeywordDefinition, Options } from 'ajv'

import { DefinitionError } from '../errors/definition-error.js'
import { boundedPattern } from './bounded-pattern.js'
import { canonicalJson } from './canonical-json.js'
import type { JsonSchemaDialect } from './dialect.js'
import { rewriteCode } from './generated-code.js'

const modules: Readonly<Record<JsonSchemaDialect, string>> = {
  '2020-12': 'ajv/dist/2020.js',
  'draft-07': 'ajv',
}

/**
 * A fresh Ajv, whose validators are called with a `CallBudget` as `this`. Every schema gets its own, so that an `$id`
 * inside one schema is never seen by another. It knows no meta-schema and has no loader: what a schema does not hold
 * itself cannot be referenced.
 */
export function createAjv(dialect: JsonSchemaDialect, options: Options): Ajv {
  const ajv = new (loadAjv(dialect))({
    allErrors: true,
    // Ajv would write out what a reference leads to once for each reference: a large definition, named often, takes all
    // memory there is.
    inlineRefs: false,
    logger: false,
    messages: false,
    // Ajv divides to check multipleOf: 0.07 / 0.01 is 7.000000000000001.
    multipleOfPrecision: 6,
    // Without it `required: ['toString']` is met by what every object inherits.
    ownProperties: true,
    // Every function hands on what it was called with: the calls that are left.
    passContext: true,
    strict: false,
    strictNumbers: true,
    // Formats are annotations by default in JSON Schema 2020-12.
    validateFormats: false,
    code: { lines: true, process: rewriteCode, regExp },
    ...options,
  })
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword(uniqueItems)
  return ajv
}

function loadAjv(dialect: JsonSchemaDialect): new (options: Options) => Ajv {
  // Spelled out, since tools that make CommonJS of it know `import.meta.url` in no other form.
  const require = createRequire(lookFrom(import.meta.url))
  try {
    const loaded = require(modules[dialect]) as { readonly default: new (options: Options) => Ajv }
    return loaded.default
  } catch (cause) {
    throw isMissing(cause, modules[dialect]) ? new DefinitionError([withoutAjv], { cause }) : cause
  }
}

/** Where to look for Ajv from. A CommonJS bundle has no `import.meta.url`, and a file name. */
function lookFrom(url: string | undefined): string {
  return url ?? __filename
}

/** True where the module itself is missing, and not one that it needs. */
function isMissing(error: unknown, module: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'MODULE_NOT_FOUND' && message.includes(`'${module}'`)
}

const withoutAjv = {
  subject: 'ajv',
  message: 'the package, which checks JSON Schemas, is not installed beside this code.',
  fix: 'Install it there; a bundler leaves it out: mark tallystick as external, or ship ajv with the bundle.',
}

/** Ajv's own compares every pair: 100 000 items would block the process for minutes. */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must not hold the same item twice' },
  validate: (demanded: unknown, items: readonly unknown[]) =>
    demanded !== true || new Set(items.map(canonicalJson)).size === items.length,
}

/** As Ajv takes it: its `code` is for validators that are written to files, which none is. */
const regExp = Object.assign((pattern: string, flags: string) => boundedPattern(pattern, flags), {
  code: 'new RegExp',
})
