import { JsonSchemaError } from '../../json-schema-error.js'

/** The paths of the schemas that one leads to directly. */
export type NextPaths = (path: string) => readonly string[]

/** Which schemas of a document lead back to themselves. Each schema and each step between two is looked at once. */
export class Recursion {
  readonly #next: NextPaths
  readonly #known = new Map<string, Finding>()

  constructor(next: NextPaths) {
    this.#next = next
  }

  /** @throws JsonSchemaError when one that does not leads to a reference that leads out of the document. */
  has(path: string): boolean {
    const { isRecursive, fault } = this.#known.get(path) ?? this.#search(path)
    if (!isRecursive && fault !== undefined) throw fault
    return isRecursive
  }

  /** Strongly connected components by Tarjan's algorithm, without recursion of its own. */
  #search(start: string): Finding {
    const search: Search = { visits: new Map(), open: [], trail: [] }
    this.#enter(start, search)
    for (let visit = search.trail.at(-1); visit !== undefined; visit = search.trail.at(-1)) {
      const path = visit.pending.pop()
      if (path === undefined) this.#leave(visit, search)
      else this.#follow(path, visit, search)
    }
    return this.#known.get(start) ?? { isRecursive: false }
  }

  #enter(path: string, { visits, open, trail }: Search): void {
    const index = visits.size
    const visit: Visit = { path, index, low: index, isLoop: false, ...this.#stepsFrom(path) }
    visits.set(path, visit)
    open.push(visit)
    trail.push(visit)
  }

  #stepsFrom(path: string): Pick<Visit, 'pending' | 'fault'> {
    try {
      return { pending: [...this.#next(path)], fault: undefined }
    } catch (error) {
      if (!(error instanceof JsonSchemaError)) throw error
      return { pending: [], fault: error }
    }
  }

  #follow(path: string, visit: Visit, search: Search): void {
    const known = this.#known.get(path)
    if (known !== undefined) {
      visit.fault ??= known.fault
      return
    }
    const other = search.visits.get(path)
    if (other === undefined) {
      this.#enter(path, search)
      return
    }
    visit.low = Math.min(visit.low, other.index)
    visit.isLoop ||= other === visit
  }

  #leave(visit: Visit, { open, trail }: Search): void {
    trail.pop()
    const from = trail.at(-1)
    if (from !== undefined) {
      from.low = Math.min(from.low, visit.low)
      from.fault ??= visit.fault
    }
    if (visit.low !== visit.index) return
    const component = open.splice(open.lastIndexOf(visit))
    const fault = component.find((each) => each.fault !== undefined)?.fault
    const isRecursive = component.length > 1 || visit.isLoop
    for (const { path } of component) this.#known.set(path, { isRecursive, fault })
  }
}

interface Finding {
  readonly isRecursive: boolean
  readonly fault?: JsonSchemaError | undefined
}

interface Visit {
  readonly path: string
  readonly index: number
  readonly pending: string[]
  low: number
  isLoop: boolean
  fault: JsonSchemaError | undefined
}

/** Schemas that were entered, those without a component yet, and those on the way here. */
interface Search {
  readonly visits: Map<string, Visit>
  readonly open: Visit[]
  readonly trail: Visit[]
}
