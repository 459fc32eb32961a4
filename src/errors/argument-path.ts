import { quoteName } from './quoted-name.js'

/** The path of a member: `lines[1].qty`; odd keys as `["x y"]`. */
export function joinPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key.toString()}]`
  if (!/^[A-Za-z_$][\w$]{0,63}$/.test(key)) return `${parent}[${quoteName(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}

/** The path of something inside `parent`, from its path relative to it. */
export function joinPaths(parent: string, relative: string): string {
  if (parent === '' || relative === '') return parent + relative
  return relative.startsWith('[') ? `${parent}${relative}` : `${parent}.${relative}`
}
