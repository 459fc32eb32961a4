import { findMember } from '../../../arguments/shape/argument-names.js'
import { probeNestedClass, probeToolClass } from '../../../arguments/shape/initialisers.js'
import type { Constructor } from '../../../tools/constructor.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import { instanceKeyword } from '../../../tools/type-facts.js'
import { memberNames, type ClassPair } from '../nested/class-pair.js'
import type { Finding } from '../report/finding.js'
import { adviseRules } from '../report/rule-advice.js'
import {
  branchesOf,
  type Branch,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'
import { memberOf } from '../static-type/type-parts.js'

const dataInstances: ReadonlySet<unknown> = new Set([undefined, 'Date', 'BigInt'])

/**
 * Members of the type that are data and that no input ever sets, because no validator makes them arguments. What an
 * initialiser or the constructor sets is state of the class; accessors, methods, services and other instances are no data.
 */
export function findUndecorated(pair: ClassPair, root: JsonSchema): readonly Finding[] {
  const { shape, type, path } = pair
  const known = new Set(shape.properties.map(({ property }) => property))
  const missing = memberNames(type).filter(
    (name) => !known.has(name) && !isKeptTag(pair, name) && !findMember(shape.target, name),
  )
  if (missing.length === 0) return []
  const instance = tryConstruct(shape.target, path)
  return missing.flatMap((name) => {
    const member = memberOf({ schema: type }, root, name)
    const isSet = instance !== undefined && Reflect.get(instance, name) !== undefined
    const isUnsure = instance === undefined && type.required?.includes(name) !== true
    if (member === undefined || isSet || isUnsure || !isData(member)) return []
    return toFinding(pair, name, member)
  })
}

function isKeptTag({ tag }: ClassPair, name: string): boolean {
  return tag?.isKept === true && tag.name === name
}

/** An instance that tells what is initialised; undefined where it cannot be made outside a container. */
function tryConstruct(target: Constructor, path: string): object | undefined {
  try {
    return (path === '' ? probeToolClass(target) : probeNestedClass(target)).instances[0]
  } catch {
    return undefined
  }
}

/** JSON, a date or a bigint; not a service, of which the facts have no members. */
function isData(type: SchemaNode): boolean {
  return branchesOf(type).some((branch) => branch.kind !== 'null' && isDataBranch(branch))
}

function isDataBranch({ kind, schema, isOpen }: Branch): boolean {
  if (!dataInstances.has(schema[instanceKeyword])) return false
  const isNamed = kind === 'object' && !isOpen && schema.additionalProperties === false
  return !isNamed || memberNames(schema).length > 0
}

function toFinding(pair: ClassPair, name: string, member: SchemaNode): Finding {
  const isTag = pair.tag?.name === name
  const message = 'it is public data without a class-validator decorator, so no input ever sets it.'
  const fix = isTag
    ? 'Write keepDiscriminatorProperty: true in the options of @Type, or decorate it.'
    : `Add its rules, such as ${adviseRules(member) ?? '@IsIn or @ValidateBy'}; make it private if it is no argument.`
  return {
    property: pair.path === '' ? name : `${pair.path}.${name}`,
    ...{ kind: 'undecorated', severity: 'error', acceptedBy: 'type' },
    ...{ message, fix },
  }
}
