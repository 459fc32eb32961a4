// The architecture, enforced. The rooms, their levels and who owns which package are data:
// test/architecture/levels.json, which the map test reads too.
const { levels, owners } = require('./test/architecture/levels.json')

const rooms = Object.keys(levels)
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/@-]/g, '\\$&')

/** A room imports from itself and from lower levels; its own level's neighbours are not lower. */
const levelRules = rooms.map((room) => {
  const reachable = rooms.filter((other) => other === room || levels[other] < levels[room])
  return {
    name: `level-of-${room}`,
    comment: `src/${room}/ (level ${levels[room]}) imports only from lower levels: ${reachable.join(', ')}.`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: '^src/', pathNot: `^src/(${reachable.join('|')})/` },
  }
})

const packagePath = (name) => `^node_modules/${escape(name).replace('\\*', '[^/]+')}/`

const ownerRules = Object.entries(owners).map(([name, room]) => ({
  name: `owner-of-${name.replace('/*', '')}`,
  comment: `Only src/${room}/ imports ${name}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${room}/` },
  to: { path: packagePath(name) },
}))

const junkName = '(util|utils|helper|helpers|common|shared)'
const junkFolder = [`^src/${junkName}/`, `^src/.+/${junkName}/`]

module.exports = {
  forbidden: [
    ...levelRules,
    ...ownerRules,
    {
      name: 'adapters-stand-alone',
      comment:
        'Adapters know no SDK and none of each other: what they share is in adapters/turn/ and adapters/host/.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/($1|turn|host)/' },
    },
    {
      name: 'adapters-import-no-package',
      comment: 'An adapter is pure: what it needs of an SDK is handed to it.',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^node_modules/' },
    },
    {
      name: 'unknown-room',
      comment: 'A folder of src/ without a place in the levels table has no rules. Add it there.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${rooms.join('|')})/` },
      to: {},
    },
    {
      name: 'unowned-package',
      comment: 'A package that src/ imports has one owner room in the levels table.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^node_modules/', pathNot: Object.keys(owners).map(packagePath) },
    },
    {
      name: 'no-circular',
      comment: 'Files that import each other are one file, or one import too many.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-circle',
      comment: 'Inside a room, too, data flows one way between its folders.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'index-is-for-users',
      comment: 'src/index.ts is what users import; inside, import the file that owns the name.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/index\\.ts$' },
    },
    {
      name: 'src-stands-alone',
      comment: 'src/ imports nothing of the repository around it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|samples|bench|dist)/' },
    },
    {
      name: 'root-stays-lean',
      comment:
        'What a user imports from the package itself loads no compiler, no OpenTelemetry, no MCP, no Nest and no command.',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: {
        path: [
          ...['@opentelemetry/api', '@modelcontextprotocol/*', '@nestjs/*', 'rxjs'],
          ...['typescript', 'typescript-json-schema', 'commander'],
        ].map(packagePath),
        reachable: true,
      },
    },
    {
      name: 'testing-stays-lean',
      comment: 'Who tests with another library for properties, or none, needs no fast-check.',
      severity: 'error',
      from: { path: '^src/testing/index\\.ts$' },
      to: { path: packagePath('fast-check'), reachable: true },
    },
    {
      name: 'containers-stay-apart',
      comment:
        'What container adapters share knows no container, and another adapter takes nothing else of the room.',
      severity: 'error',
      from: { path: '^src/(nestjs|container/classes)/' },
      to: { path: '^src/container/', pathNot: '^src/container/classes/' },
    },
    {
      name: 'samples-are-users',
      comment: 'A sample imports the package by its name, as a user does.',
      severity: 'error',
      from: { path: '^samples/' },
      to: { path: '^(src|test|bench)/' },
    },
    {
      name: 'no-junk-folder',
      comment: 'A helper lives in the room that owns its concept.',
      severity: 'error',
      from: {},
      to: { path: junkFolder },
    },
    {
      name: 'no-junk-folder-inside',
      comment: 'A helper lives in the room that owns its concept.',
      severity: 'error',
      from: { path: junkFolder },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that does not resolve escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      comment: 'What src/ imports stands in dependencies or peerDependencies of package.json.',
      severity: 'error',
      from: { path: '^src/' },
      // An optional peer also stands in peerDependenciesMeta, which is read as a list of packages unknown.
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'npm-peer'],
      },
    },
    {
      name: 'no-dev-package',
      comment: 'A package that is only a dev dependency is absent where users install.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-peer'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // `import type` ties rooms together as much as a value does.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: {
      path: [
        ...['^(samples/[^/]+|bench)/dist/', '^test/consumers/projects/'],
        ...['^test/(conformance|hosts|jest|nestjs-12)/'],
      ],
    },
    enhancedResolveOptions: {
      // Without `import`, ESM-only packages do not resolve, and every rule about them passes.
      conditionNames: ['import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
