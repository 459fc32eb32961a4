import type { DocumentPlace } from './document-problems.js'

const places = new WeakMap<object, DocumentPlace>()

/** Remembers where a map of a document began. */
export function recordPlace(record: object, place: DocumentPlace): void {
  places.set(record, Object.freeze(place))
}

/** Where a map of a document began; undefined for one that was written in code. */
export function findPlace(record: object): DocumentPlace | undefined {
  return places.get(record)
}
