// This file validates against raw JSON Schema: what foreign tools, output schemas and suspensions declare. It knows
// nothing of classes; those are checked by class-validator.
import type { ErrorObject, ValidateFunction } from 'ajv'

import { DefinitionError } from '../errors/definition-error.js'
import { escapeUnprintable } from '../errors/quoted-name.js'
import { createAjv } from './ajv-instance.js'
import { dialectOf, type JsonSchemaDialect } from './dialect.js'
import type { CallBudget } from './generated-code.js'
import { withPatternTime } from './bounded-pattern.js'
import { assertHarmless } from './harmless-schema.js'
import { isObject } from './is-object.js'
import { JsonSchemaError } from './json-schema-error.js'
import type { JsonSchema } from './json-schema.js'
import { relevantErrors } from './relevant-errors.js'
import { toSchemaViolation, type SchemaViolation } from './schema-violation.js'

/** Checks one value against the schema it was compiled from; no violations mean that it is valid. */
export type JsonSchemaValidator = (value: unknown) => readonly SchemaViolation[]

/** How a schema is compiled. */
export interface CompileOptions {
  /**
   * Writes the defaults of the schema into absent members of the value that is checked, which must not be frozen.
   * @defaultValue `false`
   */
  readonly fillDefaults?: boolean
}

/** What a validator reports at most; one more than the issues an error carries, so that a cut can be seen. */
const maxViolations = 100
/** Beyond it no more errors are told: their paths hold the keys of the value, which may be as long as it is. */
const maxPathsLength = 100_000
/** How often validators call one another for one value; alternatives that nest as a value does double with its depth. */
const maxCalls = 5_000_000
const reasonLength = 200

const plainValidators = new WeakMap<JsonSchema, JsonSchemaValidator>()
const fillingValidators = new WeakMap<JsonSchema, JsonSchemaValidator>()

/**
 * Compiles a JSON Schema of 2020-12, or of draft-07 where its `$schema` says so, and remembers the result for the
 * schema object. Ajv is loaded on first use. `format` is an annotation and checks nothing; no reference is ever
 * fetched. At most 100 violations are reported, fewer where their paths are long. Memory grows no faster than the
 * value, and time neither, but for alternatives that nest as the value does: a value is refused that takes more than
 * five million calls from schema to schema, or whose patterns take longer than a second.
 *
 * @throws JsonSchemaError for a schema that is invalid, of another dialect, refers to what it does not hold, has `$async`
 * of Ajv, is made of more than 20 000 schemas or asks more than 10 000 about one value.
 */
export function compileJsonSchema(
  schema: JsonSchema,
  options: CompileOptions = {},
): JsonSchemaValidator {
  if (!isObject(schema)) throw new JsonSchemaError('the schema is not an object.')
  const known = options.fillDefaults === true ? fillingValidators : plainValidators
  const validator = known.get(schema) ?? createValidator(schema, options)
  known.set(schema, validator)
  return validator
}

function createValidator(schema: JsonSchema, options: CompileOptions): JsonSchemaValidator {
  const dialect = dialectOf(schema)
  assertValidSchema(schema, dialect)
  const validate = compileWith(schema, dialect, options)
  return (value) => {
    const errors = relevantErrors(firstErrors(errorsOf(validate, value)))
    return errors.map((error) => toSchemaViolation(error, value))
  }
}

function firstErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let length = 0
  const end = errors.findIndex(
    ({ instancePath }) => (length += instancePath.length) > maxPathsLength,
  )
  return errors.slice(0, end === -1 ? maxViolations : Math.min(Math.max(end, 1), maxViolations))
}

/** What is wrong with a value; at least one error where the validator does not say that it passes. */
function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  try {
    const budget: CallBudget = { left: maxCalls }
    const answer: unknown = withPatternTime(() => validate.call(budget, value))
    return answer === true ? [] : (validate.errors ?? [uncheckable])
  } catch {
    // A value so deep that the stack overflows, or that takes too many calls or too long: a validator that throws refuses.
    return [uncheckable]
  }
}

const uncheckable: ErrorObject = {
  keyword: 'schema',
  instancePath: '',
  schemaPath: '#',
  params: {},
}

function compileWith(
  schema: JsonSchema,
  dialect: JsonSchemaDialect,
  { fillDefaults = false }: CompileOptions,
): ValidateFunction {
  try {
    assertHarmless(schema)
    const ajv = createAjv(dialect, {
      meta: false,
      validateSchema: false,
      useDefaults: fillDefaults,
    })
    return ajv.compile(withoutDialect(schema))
  } catch (error) {
    if (error instanceof JsonSchemaError || DefinitionError.is(error)) throw error
    throw new JsonSchemaError(reasonOf(error), { cause: error })
  }
}

/** The root without `$schema`: the fresh Ajv that compiles it knows no meta-schema. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$schema'))
}

const schemaValidators = new Map<JsonSchemaDialect, ValidateFunction>()

function assertValidSchema(schema: JsonSchema, dialect: JsonSchemaDialect): void {
  const validate = schemaValidators.get(dialect) ?? createSchemaValidator(dialect)
  schemaValidators.set(dialect, validate)
  const [first] = errorsOf(validate, schema)
  if (first === undefined) return
  const violation = toSchemaViolation(first, schema)
  throw new JsonSchemaError(`the schema is not valid JSON Schema: ${violation.message}`)
}

function createSchemaValidator(dialect: JsonSchemaDialect): ValidateFunction {
  const meta =
    dialect === '2020-12'
      ? 'https://json-schema.org/draft/2020-12/schema'
      : 'http://json-schema.org/draft-07/schema'
  // Ajv would check this one without the budget that its code counts down.
  return createAjv(dialect, { validateSchema: false }).compile({ $ref: meta })
}

function reasonOf(error: unknown): string {
  const reason = error instanceof RangeError ? 'it is nested too deep' : (error as Error).message
  return `the schema cannot be compiled: ${escapeUnprintable(reason.slice(0, reasonLength))}.`
}
