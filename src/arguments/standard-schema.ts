import { quoteName } from '../errors/quoted-name.js'
import { linkStandardSchema } from '../metadata/standard-schema-link.js'
import { readTools } from '../metadata/tool-metadata.js'
import type { Constructor } from '../tools/constructor.js'
import { createStandardProps, type StandardProps } from '../tools/standard-schema.js'
import { classArguments } from './class-arguments.js'

const known = new WeakMap<Constructor, StandardProps>()

linkStandardSchema(standardPropsOfClass)

/** The arguments of a tool class as Standard Schema, held to the rules of the class and to no container. */
export function standardPropsOfClass(target: Constructor): StandardProps {
  const found = known.get(target)
  if (found !== undefined) return found
  const subject = quoteName(target.name)
  const repairJsonStrings = readTools(target)[0]?.repairJsonStrings ?? false
  const args = classArguments(target, subject, { repairJsonStrings })
  const admit = args.admit.bind(args)
  const props = createStandardProps({ subject, schema: () => args.schema, admit })
  known.set(target, props)
  return props
}
