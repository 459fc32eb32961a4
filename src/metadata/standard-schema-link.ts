import { DefinitionError, type DefinitionProblem } from '../errors/definition-error.js'
import { quoteName } from '../errors/quoted-name.js'
import type { Constructor } from '../tools/constructor.js'
import type { StandardProps } from '../tools/standard-schema.js'

type MakeProps = (target: Constructor) => StandardProps

let makeProps: MakeProps | undefined

/** Says what makes the Standard Schema of a class. Whoever reads the arguments of classes does, when it is loaded. */
export function linkStandardSchema(make: MakeProps): void {
  makeProps = make
}

/** Gives a class its `~standard`. Nothing is read of the class before somebody asks for it. */
export function exposeStandardSchema(target: Constructor): void {
  Object.defineProperty(target, '~standard', {
    configurable: true,
    get(this: Constructor) {
      if (makeProps === undefined) throw new DefinitionError([notLinked(target.name)])
      return makeProps(this)
    },
  })
}

function notLinked(name: string): DefinitionProblem {
  const message = 'its "~standard" was asked for, and the code that reads classes is not there.'
  const fix =
    "Import from 'tallystick', and keep its modules where a bundler leaves out unused ones."
  return { subject: quoteName(name), message, fix }
}
