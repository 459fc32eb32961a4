import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import architecture from './levels.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../', import.meta.url))
const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration
const levels: Readonly<Record<string, number>> = architecture.levels
const rooms = Object.keys(levels)

/** A rule, and the files of the least tree that breaks it. */
type Breach = readonly [rule: string, files: Readonly<Record<string, string>>]

const levelBreaches = rooms.flatMap((room): Breach[] => {
  const forbidden = rooms.find((other) => other !== room && !isLower(other, room))
  if (forbidden === undefined) return []
  const text = `import type { Any } from '../${forbidden}/room.js'\nexport type Wrong = Any\n`
  return [[`level-of-${room}`, { [`src/${room}/level.ts`]: text }]]
})

const ownerBreaches = Object.entries(architecture.owners).map(([name, owner]): Breach => {
  const room = rooms.find((other) => other !== owner) ?? ''
  const specifier = name.replace('*', 'core')
  const file = `src/${room}/owner-of-${specifier.replace('/', '-')}.ts`
  return [`owner-of-${name.replace('/*', '')}`, { [file]: `import '${specifier}'\n` }]
})

const otherBreaches: readonly Breach[] = [
  [
    'adapters-stand-alone',
    {
      'src/adapters/one/one.ts': "import '../two/two.js'\n",
      'src/adapters/two/two.ts': 'export {}\n',
    },
  ],
  ['adapters-import-no-package', { 'src/adapters/one/sdk.ts': "import 'ajv'\n" }],
  ['unknown-room', { 'src/attic/room.ts': "import '../errors/room.js'\n" }],
  ['unowned-package', { 'src/tools/unowned.ts': "import 'esbuild'\n" }],
  ['no-undeclared-package', { 'src/container/undeclared.ts': "import '@inversifyjs/core'\n" }],
  ['no-dev-package', { 'src/tools/dev.ts': "import 'esbuild'\n" }],
  [
    'no-circular',
    { 'src/tools/one.ts': "import './two.js'\n", 'src/tools/two.ts': "import './one.js'\n" },
  ],
  [
    'no-folder-circle',
    {
      'src/tools/left/a.ts': "import '../right/b.js'\n",
      'src/tools/right/b.ts': 'export {}\n',
      'src/tools/right/c.ts': "import '../left/d.js'\n",
      'src/tools/left/d.ts': 'export {}\n',
    },
  ],
  ['index-is-for-users', { 'src/tools/index-user.ts': "import '../index.js'\n" }],
  ['src-stands-alone', { 'src/tools/outside.ts': "import '../../test/some.js'\n" }],
  ['root-stays-lean', { 'src/index.ts': "import '@opentelemetry/api'\n" }],
  ['containers-stay-apart', { 'src/container/classes/apart.ts': "import '../room.js'\n" }],
  ['testing-stays-lean', { 'src/testing/index.ts': "import 'fast-check'\n" }],
  ['samples-are-users', { 'samples/some/main.ts': "import '../../src/tools/room.js'\n" }],
  [
    'no-junk-folder',
    { 'src/tools/junk.ts': "import './utils/a.js'\n", 'src/tools/utils/a.ts': 'export {}\n' },
  ],
  ['no-junk-folder-inside', { 'src/tools/helpers/b.ts': "import '../room.js'\n" }],
  ['no-unresolvable', { 'src/tools/nowhere.ts': "import 'no-such-package'\n" }],
]

const breaches = [...levelBreaches, ...ownerBreaches, ...otherBreaches]

describe('the architecture rules', () => {
  let tree = ''
  let broken: ReadonlySet<string> = new Set()

  beforeAll(async () => {
    tree = plantTree()
    const { ruleSet, ...options } = { ruleSet: config, ...config.options }
    const result = await cruise(['src', 'samples'], {
      ...options,
      ruleSet,
      baseDir: tree,
      preserveSymlinks: true,
      validate: true,
    })
    const { summary } = result.output as ICruiseResult
    broken = new Set(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))
  }, 60_000)

  afterAll(() => {
    rmSync(tree, { recursive: true })
  })

  it.each(breaches)('%s goes red when it is broken', (rule, files) => {
    const places = Object.keys(files).flatMap((file) => [file, dirname(file)])
    const expected = places.map((place) => `${rule}: ${place}`)
    expect(expected.filter((violation) => broken.has(violation))).not.toEqual([])
  })

  it('are each broken once here, but for rooms that may import every other', () => {
    const names = (config.forbidden ?? []).map(({ name }) => name)
    const top = rooms.filter((room) =>
      rooms.every((other) => other === room || isLower(other, room)),
    )
    const unbroken = names.filter((name) => !breaches.some(([rule]) => rule === name))
    expect(unbroken).toEqual(top.map((room) => `level-of-${room}`))
  })
})

function isLower(other: string, room: string): boolean {
  return (levels[other] ?? 0) < (levels[room] ?? 0)
}

/** A tree of its own, with the packages of this one. */
function plantTree(): string {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const tree = mkdtempSync(join(root, '.tmp', 'architecture-'))
  copyFileSync(join(root, 'package.json'), join(tree, 'package.json'))
  copyFileSync(join(root, 'tsconfig.json'), join(tree, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const standing = ['src/index.ts', 'test/some.ts', ...rooms.map((room) => `src/${room}/room.ts`)]
  for (const path of standing) plant(resolve(tree, path), 'export type Any = unknown\n')
  for (const [path, text] of breaches.flatMap(([, files]) => Object.entries(files))) {
    plant(resolve(tree, path), text)
  }
  return tree
}

function plant(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
