import { readFileSync } from 'node:fs'

/** What both sides of the protocol are told of this package. */
export interface OwnImplementation {
  readonly name: string
  readonly version: string
}

let own: OwnImplementation | undefined

/** The name and version of this package, as `clientInfo` and the like carry them. */
export function ownImplementation(): OwnImplementation {
  return (own ??= readOwn())
}

function readOwn(): OwnImplementation {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { name, version } = JSON.parse(text) as OwnImplementation
  return Object.freeze({ name, version })
}
