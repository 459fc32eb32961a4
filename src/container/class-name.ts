import { quoteName } from '../errors/quoted-name.js'
import { readTools } from '../metadata/tool-metadata.js'
import { describeClass } from '../registry/define/check-tool-class.js'
import type { Constructor } from '../tools/constructor.js'

/** A class in words: a hint, never a key (minified classes share names). */
export function classText(target: Constructor): string {
  return describeClass(target)
}

/** What a problem of a tool class is about: `server/name` where it is declared, else the class. */
export function subjectOf(toolClass: Constructor): string {
  const [options] = readTools(toolClass)
  if (typeof options?.server !== 'string' || typeof options.name !== 'string') {
    return classText(toolClass)
  }
  return `${options.server}/${options.name}`
}

/** A service identifier for a person to read. */
export function tokenText(token: unknown): string {
  if (typeof token === 'function') return quoteName(token.name === '' ? '(anonymous)' : token.name)
  return quoteName(String(token))
}
