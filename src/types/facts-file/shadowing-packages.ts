import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The packages that are used, by the paths of their `package.json`, and the folders they are used in. */
interface UsedPackages {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/**
 * The `package.json` of packages that are used and that lie nearer to a source than need be: one that is installed beside
 * the sources takes the place of the one that was read.
 */
export function findShadowing(root: string, { files, folders }: UsedPackages): readonly string[] {
  const names = new Set(files.map(packageName).filter((name) => name !== undefined))
  const places = new Set(folders.flatMap(withParents).map((folder) => join(folder, 'node_modules')))
  return [...places]
    .filter((place) => existsSync(join(root, place)))
    .flatMap((place) => [...names].map((name) => `${toPath(place)}/${name}/package.json`))
    .filter((path) => existsSync(join(root, path)))
    .sort()
}

function packageName(path: string): string | undefined {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1]
}

/** A folder and those above it, up to the root. */
function withParents(folder: string): readonly string[] {
  return folder === '.' || folder.startsWith('..')
    ? [folder, '.']
    : [folder, ...withParents(dirname(folder))]
}

function toPath(place: string): string {
  return place.replaceAll('\\', '/')
}
