import type { JsonObject } from '../schema/json.js'
import type { Admission, AdmittedArguments } from '../tools/tool-definition.js'
import { admitObject } from './admit/admit-object.js'
import { readAdmitted } from './admit/admitted.js'
import { hydrate } from './admit/hydrate.js'
import type { ReadOptions } from './admit/reading.js'
import {
  compileArguments,
  type Compilation,
  type CompiledArguments,
} from './compiled/compile-arguments.js'
import { checkRules } from './rules/check-rules.js'
import type { ClassShape } from './shape/shape.js'

/**
 * How input becomes the arguments of one class, compiled on first use. What the compiled pass is not sure of is read
 * again, with every reason of a refusal; so is all that is given to a class that cannot be compiled.
 */
export class ClassAdmission {
  readonly #getShape: () => ClassShape
  readonly #options: ReadOptions
  #compilation: Compilation | undefined
  #names: ReadonlySet<string> | undefined

  /** `getShape` may throw; so does then whatever is asked for first. */
  constructor(getShape: () => ClassShape, options: ReadOptions) {
    this.#getShape = getShape
    this.#options = options
  }

  /** Why the class is not compiled, in words for its author; undefined for one that is. */
  get obstacle(): string | undefined {
    return this.#get().obstacle
  }

  admit(input: unknown): Admission | Promise<Admission> {
    const { compiled, reading } = this.#get()
    if (compiled === undefined) return admitObject(this.#getShape(), input, reading)
    return compiled.pass(input) ?? this.#readUnsure(compiled, input)
  }

  /** Gives an instance its arguments. What else it holds, services above all, is no part of a copy such as `{ ...this }`. */
  assignTo(instance: object, given: AdmittedArguments): void {
    const { compiled } = this.#get()
    hideOthers(instance, (this.#names ??= propertyNames(this.#getShape())))
    const json: JsonObject = readAdmitted(given)
    if (compiled === undefined) hydrate(instance, this.#getShape(), json)
    else compiled.assign(instance, json)
  }

  /** A rule that answers later is found out by its answer: from then on nothing of the class is asked twice. */
  #readUnsure(compiled: CompiledArguments, input: unknown): Admission | Promise<Admission> {
    if (compiled.hasLateRule()) {
      const reading = { ...this.#options, judge: checkRules }
      this.#compilation = { obstacle: 'a rule of it answers later', reading }
    }
    return admitObject(this.#getShape(), input, this.#options)
  }

  #get(): Compilation {
    return (this.#compilation ??= compileArguments(this.#getShape(), this.#options))
  }
}

function propertyNames({ properties }: ClassShape): ReadonlySet<string> {
  return new Set(properties.map(({ property }) => property))
}

/** A member that cannot be changed stays as it is. */
function hideOthers(instance: object, names: ReadonlySet<string>): void {
  for (const name of Object.keys(instance)) {
    if (!names.has(name)) Reflect.defineProperty(instance, name, { enumerable: false })
  }
}
