import { JsonSchemaError } from '../../json-schema-error.js'
import type { Expression } from '../source/expression.js'
import { Losses } from '../source/schema-loss.js'
import type { SourceDocument } from '../source/source-document.js'
import { WorkBudgetError } from '../source/work-budget.js'
import type { Draft } from './draft.js'
import { SchemaWriter } from './write-schema.js'

/** Longer schemas are not repeated in a description; it would be longer than what it describes. */
const maxQuoteLength = 4_000

/**
 * A schema to stand in a description, as JSON, because the target has no keyword for its place; undefined when it is
 * too long for that.
 */
export function quoteSchema(expression: Expression, document: SourceDocument): string | undefined {
  const schema = findQuotable(expression, document)
  const text = schema === undefined ? undefined : JSON.stringify(schema)
  return text !== undefined && text.length <= maxQuoteLength ? text : undefined
}

/** A schema that says by itself all that it says: a model sees no definitions that it could refer to. */
export function findQuotable(expression: Expression, document: SourceDocument): Draft | undefined {
  const writer = new SchemaWriter(document, new Losses(), { style: 'quote' })
  try {
    return { ...writer.writeObject(expression), ...writer.definitions() }
  } catch (error) {
    if (!(error instanceof JsonSchemaError) || error instanceof WorkBudgetError) throw error
    return undefined
  }
}
