import { joinPaths } from '../../errors/argument-path.js'
import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { SchemaViolation } from '../../schema/schema-violation.js'
import { maxBigintLength, parseBigint } from './bigint-text.js'
import type { Located, Reading, ReadValue } from './reading.js'
import { parseDateTime } from './rfc3339.js'

/** A date-time, by RFC 3339. */
export function readDate(reading: Reading, { value, path }: Located): ReadValue | undefined {
  const date = typeof value === 'string' ? parseDateTime(value) : undefined
  if (date !== undefined) return { json: value, judged: date }
  const message = `${path} must be an RFC 3339 date-time such as 2026-01-31T09:30:00Z.`
  reading.issues.add(path, 'isDate', message)
  return undefined
}

/** A whole number in a text: a JSON number may have lost digits before anyone could see them. */
export function readBigint(reading: Reading, { value, path }: Located): ReadValue | undefined {
  const number = typeof value === 'string' ? parseBigint(value) : undefined
  if (number !== undefined) return { json: value, judged: number }
  const message = `${path} must be a whole number in a string of at most ${maxBigintLength.toString()} characters, such as "123".`
  const hint = typeof value === 'number' ? ' A JSON number may have lost digits already.' : ''
  reading.issues.add(path, 'bigint', message + hint)
  return undefined
}

/** A value that a JSON Schema describes. */
export function readBySchema(
  reading: Reading,
  schema: JsonSchema,
  { value, path }: Located,
): ReadValue | undefined {
  const violations = compileJsonSchema(schema)(value)
  for (const violation of violations) addViolation(reading, violation, path)
  return violations.length === 0 ? { json: value, judged: value } : undefined
}

/** The violation speaks of the value alone; the issue, of the value inside the arguments. */
function addViolation({ issues }: Reading, violation: SchemaViolation, parent: string): void {
  const path = joinPaths(parent, violation.path)
  const subject = violation.path === '' ? 'The value' : violation.path
  issues.add(path, violation.keyword, `${path}${violation.message.slice(subject.length)}`)
}
