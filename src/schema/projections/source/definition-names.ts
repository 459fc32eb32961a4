/** Names for the definitions that a projection keeps, by the path they have in the source. */
export class DefinitionNames {
  readonly #names = new Map<string, string>()
  readonly #written = new Set<string>()

  readonly #root: string

  /** @param root what a reference to the root of the source says, as `#` */
  constructor(root = '#') {
    this.#root = root
  }

  /** A reference to the definition of a path, or to the root. */
  refer(path: string): string {
    if (path === '') return this.#root
    const name = this.#names.get(path) ?? this.#free(path)
    this.#names.set(path, name)
    return `#/$defs/${name}`
  }

  /** One that was referred to and is not written yet. */
  next(): { readonly path: string; readonly name: string } | undefined {
    for (const [path, name] of this.#names) {
      if (this.#written.has(path)) continue
      this.#written.add(path)
      return { path, name }
    }
    return undefined
  }

  #free(path: string): string {
    const last = path.split('/').at(-1) ?? ''
    const base = last.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 48)
    const taken = new Set(this.#names.values())
    let name = base
    for (let count = 2; taken.has(name) || name === ''; count += 1)
      name = `${base}_${count.toString()}`
    return name
  }
}
