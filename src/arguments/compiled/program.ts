/**
 * The text of a program while it is written, and the values it closes over. Whatever a class or an author chose gets into
 * the text as a quoted name or not at all: everything else is a constant with a name that is made up here.
 */
export class Program {
  readonly #constants = new Map<unknown, string>()
  readonly #functions: string[] = []
  readonly #pending: (() => string)[] = []
  readonly #functionNames = new Map<string, string>()
  readonly #owners = new Map<object, number>()
  #variables = 0

  /** The name of a value that the program closes over. */
  constant(value: unknown): string {
    const name = this.#constants.get(value) ?? `c${this.#constants.size.toString()}`
    this.#constants.set(value, name)
    return name
  }

  /** The name of a number to compare with; undefined for what is none. */
  numberConstant(value: unknown): string | undefined {
    return typeof value === 'number' && !Number.isNaN(value) ? this.constant(value) : undefined
  }

  /** A name for a variable that no other has. */
  variable(prefix: string): string {
    this.#variables += 1
    return `${prefix}${this.#variables.toString()}`
  }

  /** The name of a function that is written once for its owner, its kind and what else tells it from others. */
  functionFor(owner: object, kind: string, write: FunctionWriter): string {
    const number = this.#owners.get(owner) ?? this.#owners.size
    this.#owners.set(owner, number)
    const id = `${number.toString()} ${kind} ${write.detail ?? ''}`
    const known = this.#functionNames.get(id)
    if (known !== undefined) return known
    const name = `${kind}${this.#functionNames.size.toString()}`
    this.#functionNames.set(id, name)
    this.#pending.push(() => write.text(name))
    return name
  }

  /** All functions, with those that they ask for. */
  finish(): string {
    for (let write = this.#pending.shift(); write; write = this.#pending.shift())
      this.#functions.push(write())
    return this.#functions.join('\n\n')
  }

  /** What the program closes over, by name. */
  get constants(): ReadonlyMap<string, unknown> {
    return new Map([...this.#constants].map(([value, name]) => [name, value]))
  }
}

/** Writes a function of this name. */
export interface FunctionWriter {
  readonly detail?: string
  readonly text: (name: string) => string
}

/** A name from outside, as it may stand in a program. */
export function quote(name: string): string {
  return JSON.stringify(name)
}

/** Lines inside of braces. */
export function block(head: string, lines: readonly string[]): readonly string[] {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}']
}
