import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { Project } from '../project/open-project.js'
import type { Place, Side } from './side.js'

/** Stands for the schema of a type that is no value of JSON: what holds it leaves it out. */
export const absent: JsonSchema = Object.freeze({ not: {} })

/** What the schema of a type with others inside asks for those. */
export interface TypeWriter {
  readonly project: Project
  readonly side: Side
  /** A type, of which undefined is no part: the place it stands in says what becomes of that. */
  write(type: ts.Type): JsonSchema
  /** A type that stands at `place`, from where it is written now. */
  writeAt(place: Place, type: ts.Type): JsonSchema
  /** The type of an element, where undefined is what JSON makes of it. */
  writeElement(type: ts.Type): JsonSchema
}
