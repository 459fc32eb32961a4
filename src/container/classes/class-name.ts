import { quoteName } from '../../errors/quoted-name.js'
import { readTools } from '../../metadata/tool-metadata.js'
import { describeClass } from '../../registry/define/check-tool-class.js'
import type { Constructor } from '../../tools/constructor.js'

/** What a problem of a tool class is about: `server/name` where it is declared, else the class. */
export function subjectOf(toolClass: Constructor): string {
  const [options] = readTools(toolClass)
  if (typeof options?.server !== 'string' || typeof options.name !== 'string') {
    return describeClass(toolClass)
  }
  return `${options.server}/${options.name}`
}

/** A service identifier for a person to read. */
export function tokenText(token: unknown): string {
  if (typeof token === 'function') return quoteName(token.name === '' ? '(anonymous)' : token.name)
  return quoteName(String(token))
}
