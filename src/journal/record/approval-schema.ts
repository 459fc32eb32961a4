import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JsonSchema } from '../../schema/json-schema.js'

/** What a decision on a call is, as the question of a parked call asks for it. */
export const approvalSchema: JsonSchema = deepFreeze({
  type: 'object',
  properties: { decision: { enum: ['approve', 'deny'] } },
  required: ['decision'],
  additionalProperties: false,
})
