import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { Project } from '../project/open-project.js'
import type { Place, Side } from './side.js'

/** What the schema of a type with others inside asks for those. */
export interface TypeWriter {
  readonly project: Project
  readonly side: Side
  /** A type that stands at `place`, from where it is written now. */
  writeAt(place: Place, type: ts.Type): JsonSchema
  /** The type of an element, where undefined is what JSON makes of it. */
  writeElement(type: ts.Type): JsonSchema
}
