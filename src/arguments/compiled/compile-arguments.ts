// Compiles a class into one pass over its input: it guards, checks and copies at once, and notes what class-validator's own
// rules refuse. Where it is not sure it says so, and `admit/` reads the input again.
import type { JsonObject } from '../../schema/json.js'
import type { ReadOptions } from '../admit/reading.js'
import { checkRules } from '../rules/check-rules.js'
import type { ClassShape } from '../shape/shape.js'
import { allShapes, findObstacle } from './find-obstacle.js'
import { needsObjects } from './needs-objects.js'
import { createPass, type Pass } from './pass.js'
import { Program } from './program.js'
import { toolsOf } from './program-tools.js'
import { createWalk } from './walk.js'
import { assignerOf } from './write-maker.js'
import { readerOf } from './write-reader.js'
import type { Writing } from './writing.js'

/** What became of a class: its functions, or why there are none, in words for its author. */
export type Compilation =
  | { readonly compiled: CompiledArguments; readonly obstacle?: never; readonly reading?: never }
  | {
      readonly compiled?: never
      readonly obstacle: string
      /** How its input is read instead. */
      readonly reading: ReadOptions
    }

/** The functions of one class. */
export interface CompiledArguments {
  /** Admits or refuses an input; undefined where only the reading can tell. */
  readonly pass: Pass
  /** Assigns canonical arguments to an instance, as `hydrate` does. */
  readonly assign: (instance: object, json: JsonObject) => void
  /** True once a rule gave a promise. */
  readonly hasLateRule: () => boolean
}

/**
 * Compiles a class. What has rules that no program can ask is class-validator's own executor to judge; where the runtime
 * makes no code from text, input is read as what a program is not sure of. Never throws.
 */
export function compileArguments(shape: ClassShape, options: ReadOptions): Compilation {
  try {
    const shapes = allShapes(shape)
    const obstacle = findObstacle(shapes)
    if (obstacle !== undefined) return { obstacle, reading: { ...options, judge: checkRules } }
    const writing = createWriting(shapes, options)
    const { program, walk } = writing
    const text = writeProgram(writing, shape)
    const constants = new Map([...toolsOf(walk), ...program.constants])
    const { read, assign } = instantiate(text, constants)
    const pass = createPass(read, { shape, walk, maxBytes: options.limits.maxBytes })
    return { compiled: { pass, assign, hasLateRule: () => walk.hasLateRule } }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { obstacle: `its program cannot be made: ${why}`, reading: options }
  }
}

/** How a class and those it nests are written. */
export function createWriting(shapes: ReadonlySet<ClassShape>, options: ReadOptions): Writing {
  const isJudged = needsObjects(shapes)
  const isNoted = !isJudged && !namesNumbers(shapes)
  const walk = createWalk(options.limits)
  return { program: new Program(), walk, options, isJudged, isNoted }
}

/** class-validator asks about properties whose names are whole numbers first, and so words them first. */
function namesNumbers(shapes: ReadonlySet<ClassShape>): boolean {
  return [...shapes].some(({ properties }) =>
    properties.some(({ property }) => /^\d+$/.test(property)),
  )
}

/** The text of the program of a class. */
export function writeProgram(writing: Writing, shape: ClassShape): string {
  const read = readerOf(writing, { shape })
  const assign = assignerOf(writing.program, shape)
  const functions = writing.program.finish()
  return `"use strict";\n\n${functions}\n\nreturn { read: ${read}, assign: ${assign} };\n`
}

interface Functions {
  readonly read: Parameters<typeof createPass>[0]
  readonly assign: CompiledArguments['assign']
}

/** @throws EvalError where the runtime makes no code from text. */
function instantiate(text: string, constants: ReadonlyMap<string, unknown>): Functions {
  // Only a program of quoted names and of constants that were named here comes in.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- A closure for each step would be several times slower.
  const create = new Function(...constants.keys(), text) as (...values: unknown[]) => Functions
  return create(...constants.values())
}
