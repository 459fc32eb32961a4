import type { JsonSchema, ObjectSchema } from '../schema/json-schema.js'

/**
 * What the build step read from the TypeScript types of a program: the one file that `tallystick types` writes.
 * It adds to what decorators say, and never loosens a validator.
 */
export interface TypeFacts {
  /** The format of the file. */
  readonly version: 1
  /** What the facts were made from; they are up to date while its digest is what the files have now. */
  readonly inputs: TypeFactInputs
  /** By `server/name`. */
  readonly tools: Readonly<Record<string, ToolTypeFacts>>
}

/**
 * The content of a file of facts as `import facts from './tallystick.types.json' with { type: 'json' }` types it, before
 * anything has checked it.
 */
export interface FactsJson {
  readonly version: number
  readonly inputs: object
  readonly tools: object
}

/** The files that facts were made from, by paths from the folder of the project's tsconfig, with `/`. */
export interface TypeFactInputs {
  /** `types-sha256:…` over the paths and the contents of all files below, and over the facts themselves. */
  readonly digest: string
  /** Folders whose TypeScript files count, also those that are new. */
  readonly folders: readonly string[]
  /** Globs of the tsconfig: what does not count inside the folders. */
  readonly excluded: readonly string[]
  /** Files outside them: the tsconfig with those it extends, and the `package.json` of each package whose types are used. */
  readonly files: readonly string[]
}

/** What the types say of one tool. */
export interface ToolTypeFacts {
  /** The name of the class in its source. */
  readonly class: string
  /** The source file, by its path from the folder of the project's tsconfig. */
  readonly file: string
  /** The documentation comment of the class. */
  readonly description?: string
  /**
   * The static type of the arguments, JSON Schema 2020-12: one property for each public, not injected data property of
   * the class by its TypeScript name, with its documentation comment as `description`. `required` leaves out optional
   * and initialised ones. `additionalProperties` is false where a type names its members; `$ref` only into `$defs`.
   * What is not plain JSON stands as the JSON it comes from, marked by `instanceKeyword`.
   */
  readonly arguments: ObjectSchema
  /**
   * The type that `call` resolves to, as the JSON it becomes and without `instanceKeyword`; absent for `void`, `unknown`
   * and `any`, and where there is only a suspension.
   */
  readonly output?: JsonSchema
}

/**
 * Marks a schema in the facts whose TypeScript type is not the JSON itself but an instance: `'Date'` beside
 * `{ type: 'string', format: 'date-time' }`, `'BigInt'` beside `{ type: 'string' }`, else the name of a class or type
 * that JSON cannot give.
 */
export const instanceKeyword = 'x-instance'
