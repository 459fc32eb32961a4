/** How a tool names the effect of a call: by a function of its arguments, or by the path of one of them. */
export type KeyRule = { readonly kind: 'method' } | { readonly kind: 'path'; readonly path: string }

/** What names the effect of a call: a text or number, or several that name it together. */
export type KeyValue = string | number | readonly (string | number)[]

/** What reading the key of a call came to. */
export type KeyReading =
  /** The tool declares no key. */
  | { readonly status: 'none' }
  | { readonly status: 'key'; readonly value: KeyValue }
  /** The tool declares a key, and these arguments give none. */
  | {
      readonly status: 'missing'
      /** What is wrong and what to do, for the operator: names, never values. */
      readonly why: string
      /** What the declared function threw, where it did. */
      readonly cause?: unknown
    }

/** The rule of every tool whose key is a function of its arguments. */
export const methodRule: KeyRule = Object.freeze({ kind: 'method' })

/** The reading of every tool that declares no key. */
export const noKey: KeyReading = Object.freeze({ status: 'none' })

/** The rule of a tool whose key is the argument at this path. */
export function pathRule(path: string): KeyRule {
  return Object.freeze({ kind: 'path', path })
}
