import { types } from 'node:util'

import { getMetadataStorage } from 'class-validator'

import { quoteName } from '../../errors/quoted-name.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { containedShapes } from '../shape/contained-shapes.js'
import type { ClassShape, PropertyShape, ValueShape } from '../shape/shape.js'

/** The shape of a class and of every class it nests, each once. */
export function allShapes(root: ClassShape): ReadonlySet<ClassShape> {
  const shapes = new Set([root])
  // A set also gives what is added while it is walked.
  for (const { properties } of shapes)
    for (const { value } of properties) for (const nested of nestedShapes(value)) shapes.add(nested)
  return shapes
}

function nestedShapes(value: ValueShape): readonly ClassShape[] {
  if (value.kind === 'object') return [value.shape]
  if (value.kind === 'discriminated') return [...value.variants.values()]
  return containedShapes(value).flatMap(nestedShapes)
}

/** Why the classes cannot be compiled, in words for their author; undefined when they can. */
export function findObstacle(shapes: ReadonlySet<ClassShape>): string | undefined {
  for (const { target, properties } of shapes) {
    for (const property of properties) {
      const obstacle = findOfProperty(property)
      if (obstacle !== undefined)
        return `${target.name}.${quoteName(property.property).slice(1, -1)} ${obstacle}`
    }
  }
  return undefined
}

function findOfProperty({ value, rules, key, property }: PropertyShape): string | undefined {
  if (value.kind === 'transformed') return 'has a @Transform, which runs once'
  if ([key, property, ...tagsOf(value)].includes('__proto__')) return 'names the prototype'
  if (rules.some(isAsynchronous)) return 'has a rule that answers later'
  if (rules.some(isStateful)) return 'has a regular expression with the flag y, which remembers'
  return undefined
}

function tagsOf(value: ValueShape): readonly string[] {
  return value.kind === 'discriminated' ? [value.tag] : containedShapes(value).flatMap(tagsOf)
}

function isAsynchronous({ record, validators }: Rule): boolean {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(record.constraintCls)
  return constraints.some((constraint) => constraint.async) || validators.some(isAsyncFunction)
}

function isAsyncFunction(instance: object): boolean {
  return types.isAsyncFunction(Reflect.get(instance, 'validate'))
}

function isStateful({ constraints }: Rule): boolean {
  return constraints.some((constraint) => constraint instanceof RegExp && constraint.sticky)
}
