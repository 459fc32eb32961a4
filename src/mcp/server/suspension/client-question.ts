import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'

import type { JsonSchema } from '../../../schema/json-schema.js'

/** The form of a question that a client shows. */
export type RequestedSchema = ElicitRequestFormParams['requestedSchema']

/** A question as a client is asked it. */
export interface ClientQuestion {
  readonly message: string
  readonly requestedSchema: RequestedSchema
  /** What the client sent, in the terms of the question's own schema. */
  toAnswer(content: Readonly<Record<string, unknown>>): unknown
}

type Keywords = Readonly<Record<string, unknown>>

/**
 * A question as a form: flat, of texts, numbers, yes and no, and choices, which is all that MCP lets a client show. A
 * single such value is a form of one field. Undefined for what no form can ask. The form may say less than the schema,
 * which the answer is held to.
 */
export function toQuestion(reason: string, schema: JsonSchema): ClientQuestion | undefined {
  if (typeof schema === 'boolean') return undefined
  const form = toForm(schema)
  if (form !== undefined) {
    return { message: reason, requestedSchema: form, toAnswer: (content) => content }
  }
  const field = toField(schema)
  if (field === undefined) return undefined
  const requestedSchema = { type: 'object', properties: { value: field }, required: ['value'] }
  return {
    message: reason,
    requestedSchema: requestedSchema as RequestedSchema,
    toAnswer: ({ value }) => value,
  }
}

function toForm({ type, properties = {}, required = [] }: Keywords): RequestedSchema | undefined {
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return undefined
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, toField(schema)] as const,
  )
  if (fields.some(([, field]) => field === undefined)) return undefined
  return { type, properties: Object.fromEntries(fields), required } as RequestedSchema
}

const kept: Readonly<Record<string, readonly string[]>> = {
  string: ['title', 'description', 'minLength', 'maxLength', 'default'],
  number: ['title', 'description', 'minimum', 'maximum', 'default'],
  integer: ['title', 'description', 'minimum', 'maximum', 'default'],
  boolean: ['title', 'description', 'default'],
  array: ['title', 'description', 'minItems', 'maxItems', 'default'],
}

const formats: readonly unknown[] = ['email', 'uri', 'date', 'date-time']

function toField(schema: unknown): object | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const keywords = schema as Keywords
  const { type = isChoice(keywords) ? 'string' : undefined } = keywords
  if (typeof type !== 'string' || !Object.hasOwn(kept, type)) return undefined
  return toTyped(keywords, { type, ...pick(keywords, kept[type] ?? []) })
}

function toTyped(keywords: Keywords, plain: { readonly type: string }): object | undefined {
  if (plain.type === 'string') return { ...plain, ...textRules(keywords) }
  if (plain.type === 'array') return choiceList(keywords, plain)
  // A form cannot offer a choice of numbers.
  return choicesOf(keywords).length > 0 ? undefined : plain
}

function textRules(keywords: Keywords): object {
  const { format } = keywords
  if (isChoice(keywords)) return { enum: choicesOf(keywords) }
  return formats.includes(format) ? { format } : {}
}

function choiceList({ items }: Keywords, plain: object): object | undefined {
  if (typeof items !== 'object' || items === null || !isChoice(items as Keywords)) return undefined
  return { ...plain, items: { type: 'string', enum: choicesOf(items as Keywords) } }
}

function isChoice(keywords: Keywords): boolean {
  const choices = choicesOf(keywords)
  return choices.length > 0 && choices.every((choice) => typeof choice === 'string')
}

function choicesOf(keywords: Keywords): readonly unknown[] {
  const { enum: listed, const: only } = keywords
  if (Array.isArray(listed)) return listed
  return only === undefined ? [] : [only]
}

function pick(keywords: Keywords, names: readonly string[]): object {
  return Object.fromEntries(
    names.filter((name) => keywords[name] !== undefined).map((name) => [name, keywords[name]]),
  )
}
