import type { OwnPackage } from '../own-package.js'

/** What there is a template for. */
export const templateNames = ['inversify', 'mcp', 'nestjs'] as const

/** One of them. */
export type TemplateName = (typeof templateNames)[number]

interface TemplatePackage {
  readonly start: string
  /** Peers of this package that the template uses besides those that every app has. */
  readonly peers: readonly string[]
  /** Further packages, in the version that this package is tested with. */
  readonly tested: readonly string[]
  /** The same, for its tests only. */
  readonly testTools: readonly string[]
}

const mcpPeers = [
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
]

const program = 'npm run --silent build && node dist/main.js'

const templates: Readonly<Record<TemplateName, TemplatePackage>> = {
  inversify: { start: program, peers: [], tested: [], testTools: [] },
  mcp: {
    start: 'npm run --silent build && tallystick serve --http --port 3000',
    peers: mcpPeers,
    tested: [],
    testTools: [],
  },
  nestjs: {
    start: program,
    peers: [...mcpPeers, 'rxjs'],
    tested: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express'],
    testTools: ['@nestjs/testing'],
  },
}

const tools = ['@types/node', 'typescript', 'vite', 'vitest'] as const

/** The `package.json` of a new project, with the versions that this copy of the package was tried with. */
export function projectPackage(name: string, template: TemplateName, own: OwnPackage): string {
  const { start, peers, tested, testTools } = templates[template]
  const needed = Object.keys(own.peers).filter((peer) => !own.optionalPeers.has(peer))
  const dependencies = {
    ...pick([...needed, ...peers], own.peers),
    ...pick(tested, own.devDependencies),
  }
  const project = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: own.node },
    scripts: {
      build: 'tsc -p tsconfig.build.json',
      test: 'tsc && vitest run',
      start,
      check: 'npm run --silent build && tallystick check',
    },
    dependencies: sorted({ ...dependencies, tallystick: `^${own.version}` }),
    devDependencies: sorted(pick([...tools, ...testTools], own.devDependencies)),
  }
  return `${JSON.stringify(project, undefined, 2)}\n`
}

type Versions = Readonly<Record<string, string | undefined>>

function pick(names: readonly string[], versions: Versions): Versions {
  return Object.fromEntries(names.map((name) => [name, versions[name]]))
}

function sorted(versions: Versions): object {
  return Object.fromEntries(
    Object.entries(versions).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** The name of a package from that of its folder. */
export function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return name === '' ? 'tools' : name
}
