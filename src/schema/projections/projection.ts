import type { JsonSchema, ObjectSchema } from '../json-schema.js'
import type { SchemaLoss } from './source/schema-loss.js'

/**
 * How schemas are written for one model API or protocol. A projection is a pure function: the source stays as it is,
 * and equal sources give equal results. It is for showing a tool to a model; calls are validated against the source.
 */
export interface Projection {
  /** What it is for, as `openai` or `mcp 2026-07-28`. */
  readonly target: string
  /** What the target takes of names, counts and sizes. */
  readonly limits: ProjectionLimits
  /**
   * The arguments of a tool as the target takes them.
   *
   * @throws DefinitionError when no object that the target takes says what the schema says: the root is no object, or
   * a reference leads out of the schema.
   */
  readonly project: (schema: JsonSchema) => ProjectedSchema
  /**
   * The output of a tool as the target takes it. Only for targets that are told of outputs.
   *
   * @throws DefinitionError when a reference leads out of the schema.
   */
  readonly projectOutput?: (schema: JsonSchema) => ProjectedOutput
  /** The same target without strict decoding, for a tool that is one too many for it. */
  readonly lenient?: Projection
}

/** What a target takes. A limit that is absent is unknown or does not exist. */
export interface ProjectionLimits {
  /** What the name of a tool looks like, its length included. */
  readonly toolName: RegExp
  /** Tools in one request. */
  readonly tools?: number
  /** Tools in one request whose decoding is held to the schema. */
  readonly strictTools?: number
  /** What the names of arguments look like, their length included. */
  readonly propertyName?: RegExp
  /** Properties in one strict schema, at all depths. */
  readonly properties?: number
  /** Levels of one strict schema. */
  readonly depth?: number
  /** Listed values in one strict schema. */
  readonly enumValues?: number
  /** Characters of all names and listed values of one strict schema. */
  readonly characters?: number
}

/** A schema as one target takes it. Frozen through and through. */
export interface ProjectedSchema {
  /** What the target is given for the arguments: one object with properties. */
  readonly schema: ObjectSchema
  /** Whether the target may hold decoding to the schema. */
  readonly strict: boolean
  /** What the source says and the schema does not, in the order of the source. */
  readonly losses: readonly SchemaLoss[]
  /** Rules on the arguments as a whole that only words can say. They stand in the root's description, too. */
  readonly note?: string
  /**
   * What the model sent, in the terms of the source: null that the projection asked for in place of an absent property
   * is absent again, and renamed arguments have their own names. Everything else stays, so that validation refuses
   * what is unknown. Takes parsed JSON, never throws and changes nothing it is given.
   */
  readonly fromModel: (input: unknown) => unknown
}

/** An output schema as one target takes it. Frozen through and through. */
export interface ProjectedOutput {
  /** What the target is given for the output. */
  readonly schema: JsonSchema
  /** What the source says and the schema does not, in the order of the source. */
  readonly losses: readonly SchemaLoss[]
  /** A tool's output as the schema has it: wrapped where the target takes only objects. */
  readonly toStructured: (value: unknown) => unknown
}
