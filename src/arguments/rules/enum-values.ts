/** The values of a TypeScript enum, without the names that a numeric enum maps back to. */
export function enumValues(entity: object): readonly unknown[] {
  return Object.entries(entity)
    .filter(([key, value]) => !isMappedBack(entity, key, value))
    .map(([, value]) => value as unknown)
}

/** True for the member by which a numeric enum maps one of its values back to its name. */
function isMappedBack(entity: object, key: string, value: unknown): boolean {
  return typeof value === 'string' && Reflect.get(entity, value) === Number(key)
}
