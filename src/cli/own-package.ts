import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What this package says of itself. */
export interface OwnPackage {
  /** Where this copy is installed. */
  readonly folder: string
  readonly version: string
  /** The range of Node.js it runs on. */
  readonly node: string
  readonly peers: Readonly<Record<string, string>>
  readonly optionalPeers: ReadonlySet<string>
  /** What it is built and tested with. */
  readonly devDependencies: Readonly<Record<string, string>>
}

interface PackageJson {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** Reads the `package.json` of this copy. */
export function readOwnPackage(): OwnPackage {
  const folder = new URL('../../', import.meta.url)
  const text = readFileSync(new URL('package.json', folder), 'utf8')
  const { version, engines, peerDependencies, peerDependenciesMeta, devDependencies } = JSON.parse(
    text,
  ) as PackageJson
  return {
    folder: fileURLToPath(folder),
    version,
    node: engines.node,
    peers: peerDependencies,
    devDependencies,
    optionalPeers: new Set(
      Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name]?.optional),
    ),
  }
}
