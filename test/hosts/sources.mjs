import 'reflect-metadata'

import { foreignSchemas } from '../schema/projections/foreign-schemas.ts'
import { generatedTool } from '../schema/projections/random-classes.ts'

const classes = Array.from({ length: 120 }, (_, seed) => ({
  name: `generated class ${seed}`,
  schema: generatedTool(seed).inputSchema,
}))

/** Schemas of generated tool classes and of servers of others. */
export const sources = [...classes, ...foreignSchemas]

/** The same and some that are no objects, as outputs. */
export const outputs = [
  ...sources,
  { name: 'a number', schema: { type: 'number' } },
  { name: 'a list', schema: { type: 'array', items: { type: 'string' } } },
  { name: 'an untyped description', schema: { description: 'x' } },
]
