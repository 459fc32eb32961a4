import type { Rule } from './class-validator-rules.js'

/** The values of a TypeScript enum, without the names that a numeric enum maps back to. */
export function enumValues(entity: object): readonly unknown[] {
  return Object.entries(entity)
    .filter(([key, value]) => !isMappedBack(entity, key, value))
    .map(([, value]) => value as unknown)
}

/** False for a value that `@IsEnum` lets through only because a numeric enum maps its names back. */
export function isEnumValue(rule: Rule, value: unknown): boolean {
  const [entity] = rule.constraints
  if (rule.name !== 'isEnum' || typeof entity !== 'object' || entity === null) return true
  return typeof value !== 'string' || enumValues(entity).includes(value)
}

/** True for the member by which a numeric enum maps one of its values back to its name. */
function isMappedBack(entity: object, key: string, value: unknown): boolean {
  return typeof value === 'string' && Reflect.get(entity, value) === Number(key)
}
