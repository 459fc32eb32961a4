import { isNode } from 'yaml'

import type { DocumentProblem } from './document-problems.js'
import type { YamlDocument } from './yaml-document.js'

/** What a reader answers for a field that it reported. */
export const refused: unique symbol = Symbol('refused')

/** The type of `refused`. */
export type Refused = typeof refused

/** One pass over a document: what was found wrong, and where each map began. */
export class Reading {
  readonly problems: DocumentProblem[] = []
  readonly #source: YamlDocument

  constructor(source: YamlDocument) {
    this.#source = source
  }

  /** Adds what is wrong at a node; `path` names the field, `''` the document. Answers that there is no value. */
  report(node: unknown, path: string, { message, fix }: Finding): Refused {
    const subject = path === '' ? 'the document' : path
    this.problems.push({
      place: this.placeOf(node),
      message: `${subject}: ${message}`,
      fix,
    })
    return refused
  }

  /** Where a node begins; where it has no text of its own, the start of the document. */
  placeOf(node: unknown): DocumentProblem['place'] {
    return this.#source.placeOf(isNode(node) ? (node.range?.[0] ?? 0) : 0)
  }
}

/** What is wrong, and what to do. */
export interface Finding {
  readonly message: string
  readonly fix: string
}
