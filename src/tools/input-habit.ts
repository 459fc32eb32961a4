/**
 * How the arguments of a call were not what the API of a model promises: `json-text` for JSON in a text where a value belongs,
 * `empty-text` for a text with nothing in it, `null` for nothing at all.
 */
export type InputHabit = 'json-text' | 'empty-text' | 'null'
