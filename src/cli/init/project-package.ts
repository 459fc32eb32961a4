import type { OwnPackage } from '../own-package.js'

/** What there is a template for. */
export const templateNames = ['inversify', 'mcp'] as const

/** One of them. */
export type TemplateName = (typeof templateNames)[number]

interface TemplatePackage {
  readonly start: string
  /** Peers of this package that the template uses besides those that every app has. */
  readonly peers: readonly string[]
}

const templates: Readonly<Record<TemplateName, TemplatePackage>> = {
  inversify: { start: 'npm run --silent build && node dist/main.js', peers: [] },
  mcp: {
    start: 'npm run --silent build && tallystick serve --http --port 3000',
    peers: [
      '@modelcontextprotocol/client',
      '@modelcontextprotocol/core',
      '@modelcontextprotocol/server',
    ],
  },
}

const tools = ['@types/node', 'typescript', 'vite', 'vitest'] as const

/** The `package.json` of a new project, with the versions that this copy of the package was tried with. */
export function projectPackage(name: string, template: TemplateName, own: OwnPackage): string {
  const { start, peers } = templates[template]
  const needed = Object.keys(own.peers).filter((peer) => !own.optionalPeers.has(peer))
  const dependencies = Object.fromEntries(
    [...needed, ...peers].map((peer) => [peer, own.peers[peer]]),
  )
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
    devDependencies: Object.fromEntries(tools.map((tool) => [tool, own.devDependencies[tool]])),
  }
  return `${JSON.stringify(project, undefined, 2)}\n`
}

function sorted(versions: Readonly<Record<string, string | undefined>>): object {
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
