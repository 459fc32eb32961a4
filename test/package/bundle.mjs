// Makes few files of the many that the compiler wrote to dist: a process spends about half a millisecond on each that it
// loads. Each entry stays a file at its place, beside its declarations; what entries share is in dist/shared.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chdir } from 'node:process'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

chdir(fileURLToPath(new URL('../../', import.meta.url)))
const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'))
const modules = Object.values(exports).flatMap((target) => target.default ?? [])
const entries = [...modules, ...Object.values(bin)].map((path) => path.replace(/^\.\//, ''))

/** What the root loads, so that each class is there once for all entries. */
const core = new Set([resolve('dist/index.js')])
/** What of that needs a package: the rest is a file of its own, so that a command tells of peers that are not there. */
const needy = new Set()

const bundle = await rolldown({
  input: Object.fromEntries(
    entries.map((path) => [path.slice('dist/'.length, -'.js'.length), path]),
  ),
  // Packages are the user's to install: a peer must be the one copy that the user's code has, too.
  external: (id) => !/^[./]/.test(id),
  platform: 'node',
  // What a file does besides its exports stays, whatever package.json says of the files to come.
  treeshake: { moduleSideEffects: true },
  plugins: [{ name: 'compiled-files', load, buildEnd: findCore, generateBundle: removeCompiled }],
})
await bundle.write({
  dir: 'dist',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  sourcemap: true,
  // The package has the sources beside.
  sourcemapExcludeSources: true,
  keepNames: true,
  minifyInternalExports: false,
  codeSplitting: {
    groups: [
      // A group takes what its files import with it: the one without packages comes first.
      { name: 'base', test: (id) => core.has(id) && !needy.has(id) },
      { name: 'core', test: (id) => needy.has(id) },
    ],
  },
})
await bundle.close()

/** A compiled file with the map to its source. */
function load(id) {
  return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') }
}

function findCore() {
  const importsOf = (id) => this.getModuleInfo(id)?.importedIds ?? []
  // A set also gives what is added while it is walked.
  for (const id of core) for (const next of importsOf(id).filter(isOwn)) core.add(next)
  const needsPackage = (id) => importsOf(id).some((next) => needy.has(next) || isPackage(next))
  for (let count = -1; count < needy.size;) {
    count = needy.size
    for (const id of core) if (needsPackage(id)) needy.add(id)
  }
}

function isOwn(id) {
  return id.startsWith(resolve('dist'))
}

function isPackage(id) {
  return !isOwn(id) && !id.startsWith('node:')
}

function removeCompiled() {
  const files = readdirSync('dist', { recursive: true })
  for (const file of files.filter((name) => /\.js(\.map)?$/.test(name))) rmSync(join('dist', file))
}
