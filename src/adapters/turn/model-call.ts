import { defaultLimits } from '../../arguments/input/admit-limits.js'
import { parseJson } from '../../arguments/input/parse-json.js'
import type { InputHabit } from '../../tools/input-habit.js'

/** One call of a turn, as a model asked for it. */
export interface ModelCall {
  /** The id that its result names; undefined where the model gave none. */
  readonly callId: string | undefined
  /** The name as the model wrote it. */
  readonly name: string
  /** The arguments: a JSON text or a value, as the API carries them. */
  readonly input: unknown
}

/** Arguments as they go to dispatch, and what was odd about them. */
export interface ReadInput {
  readonly input: unknown
  readonly habits: readonly InputHabit[]
}

/** How an API carries arguments: as one JSON text, or as the value itself. */
export type InputForm = 'text' | 'value'

/**
 * Reads what a model sent for arguments, once and before admit, which has the last word: what is no JSON, or is too
 * large, is handed on as it came and refused there.
 */
export function readModelInput(sent: unknown, form: InputForm): ReadInput {
  const value = form === 'text' && typeof sent === 'string' ? readText(sent) : { input: sent }
  if (value.input === undefined || value.input === null) return withHabit({}, 'null')
  if (typeof value.input !== 'string' || value.isUnreadable)
    return { input: value.input, habits: [] }
  if (value.input.trim() === '') return withHabit({}, 'empty-text')
  const inner = readText(value.input)
  return inner.isUnreadable
    ? { input: value.input, habits: [] }
    : withHabit(inner.input, 'json-text')
}

function readText(text: string): { readonly input: unknown; readonly isUnreadable?: boolean } {
  if (text.trim() === '') return { input: '' }
  const parsed = Buffer.byteLength(text) > defaultLimits.maxBytes ? undefined : parseJson(text)
  return parsed === undefined ? { input: text, isUnreadable: true } : { input: parsed }
}

function withHabit(input: unknown, habit: InputHabit): ReadInput {
  return { input, habits: Object.freeze([habit]) }
}

/** A text of a model's answer; undefined for what is none or says nothing. */
export function readCallId(id: unknown): string | undefined {
  return typeof id === 'string' && id.trim() !== '' ? id : undefined
}

/** A record of a model's answer, whatever it is. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A list of a model's answer; none for what is no list. */
export function readList(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(readRecord) : []
}

/** The name of a call; a name that nothing has for what is no text. */
export function readName(name: unknown): string {
  return typeof name === 'string' ? name : ''
}
