/** One thing that a source schema says and its projection does not, or says otherwise. */
export interface SchemaLoss {
  /** Where in the source schema, as a JSON Pointer (RFC 6901). The root is `''`. */
  readonly path: string
  /** The keyword that it is about. */
  readonly keyword: string
  /**
   * What became of it: said in words in the description; left out; taken more widely than it was meant; written out
   * in place of a reference; a property renamed for the model; or the reason why the projection is not strict.
   */
  readonly kind: 'described' | 'dropped' | 'widened' | 'inlined' | 'renamed' | 'not-strict'
  /** The same for a person. */
  readonly message: string
}

/** What one projection has lost so far, each loss once. */
export class Losses {
  readonly #losses = new Map<string, SchemaLoss>()

  add(loss: SchemaLoss): void {
    const key = JSON.stringify([loss.kind, loss.path, loss.keyword, loss.message])
    if (!this.#losses.has(key)) this.#losses.set(key, loss)
  }

  list(): readonly SchemaLoss[] {
    return [...this.#losses.values()]
  }
}
