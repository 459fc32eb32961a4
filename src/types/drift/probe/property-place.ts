import type { PropertyShape } from '../../../arguments/shape/shape.js'
import type { PropertyProbe } from './property-probe.js'
import type { SchemaNode } from '../../../arguments/schema/type-branches.js'
import type { TypeJudge } from '../static-type/type-judge.js'

/** One argument while it is checked. */
export interface PropertyPlace {
  readonly property: PropertyShape
  /** From the root of the tool, by TypeScript names. */
  readonly path: string
  /** What TypeScript says of it. */
  readonly type: SchemaNode
  /** True where TypeScript says that it is always there, and nothing initialises it. */
  readonly isRequired: boolean
  /** What the schema made from its decorators says: never stricter than admit. */
  readonly derived: SchemaNode
  readonly probe: PropertyProbe
  readonly judge: TypeJudge
}
