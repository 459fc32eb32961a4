/** A signal that is made when it is first read: most calls are over before anybody listens, and one costs. @internal */
export class LazySignal {
  #controller: AbortController | undefined
  #fired: { readonly reason: unknown } | undefined

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#fired !== undefined) this.#controller.abort(this.#fired.reason)
    }
    return this.#controller.signal
  }

  get isFired(): boolean {
    return this.#fired !== undefined
  }

  fire(reason: unknown): void {
    this.#fired ??= { reason }
    this.#controller?.abort(reason)
  }
}
