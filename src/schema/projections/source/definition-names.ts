/** Names for the definitions that a projection keeps, by the path they have in the source. */
export class DefinitionNames {
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  /** The last number that each base of names was given. */
  readonly #counts = new Map<string, number>()
  readonly #unwritten: { readonly path: string; readonly name: string }[] = []
  #next = 0

  readonly #root: string

  /** @param root what a reference to the root of the source says, as `#` */
  constructor(root = '#') {
    this.#root = root
  }

  /** A reference to the definition of a path, or to the root. */
  refer(path: string): string {
    if (path === '') return this.#root
    const known = this.#names.get(path)
    if (known !== undefined) return `#/$defs/${known}`
    const name = this.#free(path)
    this.#names.set(path, name)
    this.#taken.add(name)
    this.#unwritten.push({ path, name })
    return `#/$defs/${name}`
  }

  /** One that was referred to and is not written yet. */
  next(): { readonly path: string; readonly name: string } | undefined {
    const next = this.#unwritten[this.#next]
    if (next !== undefined) this.#next += 1
    return next
  }

  #free(path: string): string {
    const last = path.slice(path.lastIndexOf('/') + 1)
    const base = last.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 48)
    let name = base
    let count = this.#counts.get(base) ?? 1
    while (this.#taken.has(name) || name === '') {
      count += 1
      name = `${base}_${count.toString()}`
    }
    this.#counts.set(base, count)
    return name
  }
}
