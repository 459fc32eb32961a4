import type { ReadOptions } from '../admit/reading.js'
import type { ClassShape } from '../shape/shape.js'
import type { Program } from './program.js'
import type { Walk } from './walk.js'

/** One compilation. */
export interface Writing {
  readonly program: Program
  readonly walk: Walk
  readonly options: ReadOptions
  /** Whether rules or conditions of the author's see the object they stand in, so that it is made for them. */
  readonly isJudged: boolean
  /** Whether what a rule refuses is noted and the pass goes on; it ends there otherwise. */
  readonly isNoted: boolean
}

/** The function that reads an object of a class, and how it was chosen where a tag did that. */
export interface ReadTarget {
  readonly shape: ClassShape
  readonly tag?: { readonly key: string; readonly name: string } | undefined
}

/** Lines that read a value, and the variables in which they leave it. */
export interface WrittenValue {
  readonly lines: readonly string[]
  /** Its canonical JSON. */
  readonly json: string
  /** What rules see of it. */
  readonly judged: string
}
