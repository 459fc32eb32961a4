import { DefinitionError } from '../errors/definition-error.js'
import type { Issue } from '../errors/issue.js'
import { dialectOf } from '../schema/dialect.js'
import { toDraft7 } from '../schema/draft-7.js'
import type { JsonSchema } from '../schema/json-schema.js'
import type { JsonObject } from '../schema/json.js'
import { forMcp } from '../schema/projections/for-mcp.js'

/**
 * The arguments of a tool as a schema that libraries take which know no tools: Standard Schema v1 with Standard JSON
 * Schema (standardschema.dev).
 */
export interface StandardSchema {
  readonly '~standard': StandardProps
}

/** What Standard Schema v1 and Standard JSON Schema v1 ask for. */
export interface StandardProps {
  readonly version: 1
  readonly vendor: 'tallystick'
  /** Only there for the compiler. */
  readonly types?: { readonly input: unknown; readonly output: JsonObject } | undefined
  /** The canonical arguments, or every reason why they are refused. A promise only where a validator is asynchronous. */
  readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>
  readonly jsonSchema: {
    /** @throws DefinitionError for a target other than `draft-2020-12` and `draft-07`, and where draft-07 cannot say it. */
    readonly input: (options: StandardJsonOptions) => Record<string, unknown>
    /** The same as `input`: what is admitted is what was sent, with defaults. */
    readonly output: (options: StandardJsonOptions) => Record<string, unknown>
  }
}

/** Which JSON Schema is asked for. */
export interface StandardJsonOptions {
  readonly target: string
}

/** What `validate` comes to. */
export type StandardResult =
  | { readonly value: JsonObject; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** One reason why a value is refused; never with the value. */
export interface StandardIssue {
  readonly message: string
  readonly path: readonly (string | number)[]
}

/** What admit comes to, as far as it is read here. */
type Admitted =
  | { readonly status: 'admitted'; readonly admitted: { readonly json: JsonObject } }
  | { readonly status: 'refused'; readonly issues: readonly Issue[] }

/** What is read of whatever has arguments. @internal */
export interface StandardSource {
  readonly subject: string
  readonly schema: () => JsonSchema
  readonly admit: (input: unknown) => Admitted | Promise<Admitted>
}

/** The Standard Schema of whatever has arguments. Its JSON Schema is made when it is asked for. @internal */
export function createStandardProps({ subject, schema, admit }: StandardSource): StandardProps {
  const write = (options?: Partial<StandardJsonOptions> | null): Record<string, unknown> =>
    writeSchema(subject, schema(), options?.target)
  return Object.freeze({
    version: 1,
    vendor: 'tallystick',
    validate: (value: unknown) => {
      const admission = admit(value)
      return admission instanceof Promise ? admission.then(toResult) : toResult(admission)
    },
    jsonSchema: Object.freeze({ input: write, output: write }),
  })
}

function toResult(admission: Admitted): StandardResult {
  if (admission.status === 'admitted') return { value: admission.admitted.json }
  return { issues: admission.issues.map(toStandardIssue) }
}

function toStandardIssue({ path, message }: Issue): StandardIssue {
  return { message, path: splitPath(path) }
}

const step = /\.?([A-Za-z_$][\w$]*)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/g

/** The steps of a path such as `lines[1].qty`. */
function splitPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(step)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted?.replaceAll('\\"', '"') ?? '') : Number(index),
  )
}

function writeSchema(
  subject: string,
  schema: JsonSchema,
  target: unknown,
): Record<string, unknown> {
  const isDraft7 = dialectOf(schema) === 'draft-07'
  if (target === 'draft-07') {
    return isDraft7 ? { ...structuredClone(schema) } : readable(subject, () => toDraft7(schema))
  }
  if (target === 'draft-2020-12') {
    return structuredClone(isDraft7 ? forMcp().project(schema).schema : { ...schema })
  }
  throw unsayable(
    subject,
    typeof target === 'string'
      ? `the target "${target.slice(0, 40)}" is not known here.`
      : 'no target is given.',
  )
}

function readable<Schema>(subject: string, write: () => Schema): Schema {
  try {
    return write()
  } catch (cause) {
    throw unsayable(subject, cause instanceof Error ? cause.message : 'it cannot be written.')
  }
}

function unsayable(subject: string, message: string): DefinitionError {
  const fix = "Ask for 'draft-2020-12', or for 'draft-07' where the schema has a form in it."
  return new DefinitionError([{ subject: `${subject}, ~standard.jsonSchema`, message, fix }])
}
