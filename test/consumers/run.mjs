// Tries the packed package as its users get it: installed from the tarball beside its peers, compiled against its
// types, imported, required and bundled. Run by `npm run consumers`; the package must have been built.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { packPackage } from '../package/pack.mjs'
import { tryTypes } from './try-types.mjs'

const sources = fileURLToPath(new URL('projects/', import.meta.url))
const facts = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const content = 'the consumer is content'

const nestProject = { source: 'nestjs', module: 'nodenext' }

const typescriptProjects = [
  { name: 'esm-nodenext', type: 'module', module: 'nodenext' },
  { name: 'commonjs-nodenext', type: 'commonjs', module: 'nodenext' },
  { name: 'commonjs-node20', type: 'commonjs', module: 'node20' },
  { ...nestProject, name: 'nestjs-esm', type: 'module' },
  { ...nestProject, name: 'nestjs-commonjs', type: 'commonjs' },
]

const esModule = {
  format: 'esm',
  // The CommonJS packages inside the bundle require modules of Node.
  banner: {
    js: "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);",
  },
}

const bundles = [
  {
    name: 'bundle with two copies of class-transformer',
    options: { ...esModule, mainFields: ['module', 'main'] },
    expected: { exitCode: 1, texts: ['DefinitionError', 'class-transformer', 'external'] },
  },
  {
    name: 'bundle with class-transformer marked external',
    options: { ...esModule, mainFields: ['module', 'main'], external: ['class-transformer'] },
    expected: { exitCode: 0, texts: [content] },
  },
  {
    name: 'bundle with the main fields of the node platform',
    options: esModule,
    expected: { exitCode: 0, texts: [content] },
  },
  {
    name: 'bundle as CommonJS',
    options: { format: 'cjs' },
    expected: { exitCode: 0, texts: [content] },
  },
]

const workshop = mkdtempSync(join(tmpdir(), 'tallystick-consumers-'))
try {
  await tryAll()
} finally {
  rmSync(workshop, { recursive: true, force: true })
}

async function tryAll() {
  installPackage()
  for (const project of typescriptProjects) tryTypeScript(project)
  tryCommonJs()
  tryTypes(workshop, expectRun)
  for (const bundle of bundles) await tryBundle(bundle)
}

/** An empty project with the tarball, the peers at the versions tested here, and what compiles a program. */
function installPackage() {
  writeJson('package.json', { name: 'consumers', private: true })
  const versions = [...Object.keys(facts.peerDependencies), 'typescript', '@types/node'].map(
    (name) => `${name}@${facts.devDependencies[name]}`,
  )
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  execFileSync('npm', ['install', ...flags, packPackage(), ...versions], {
    cwd: workshop,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function tryTypeScript({ name, source = 'typescript', type, module }) {
  mkdirSync(join(workshop, name))
  cpSync(join(sources, source, 'main.ts'), join(workshop, name, 'main.ts'))
  writeJson(join(name, 'package.json'), { type })
  writeJson(join(name, 'tsconfig.json'), {
    compilerOptions: {
      module,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      types: ['node'],
      outDir: 'dist',
    },
  })
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
  expectRun(`${name} compiles`, [compiler, '-p', name], { exitCode: 0, texts: [] })
  expectRun(`${name} runs`, [join(name, 'dist', 'main.js')], { exitCode: 0, texts: [content] })
}

function tryCommonJs() {
  cpSync(join(sources, 'commonjs'), join(workshop, 'commonjs'), { recursive: true })
  expectRun('commonjs requires the package', [join('commonjs', 'main.cjs')], {
    exitCode: 0,
    texts: [content],
  })
}

/** Bundles what tsc emitted, so that only the bundling differs. */
async function tryBundle({ name, options, expected }) {
  const file = `${name.replaceAll(' ', '-')}.${options.format === 'esm' ? 'mjs' : 'cjs'}`
  await build({
    entryPoints: [join(workshop, 'esm-nodenext', 'dist', 'main.js')],
    outfile: join(workshop, file),
    bundle: true,
    platform: 'node',
    logLevel: 'error',
    ...options,
  })
  expectRun(name, [file], expected)
}

/** Runs node in the workshop, or in a folder of it, and compares how it ended. */
function expectRun(name, nodeArguments, { exitCode, texts, folder = '.' }) {
  const cwd = join(workshop, folder)
  const run = spawnSync(process.execPath, nodeArguments, {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
  })
  const output = `${run.stdout}${run.stderr}`
  const missing = texts.filter((text) => !output.includes(text))
  const isMet = run.status === exitCode && missing.length === 0
  console.log(`${isMet ? 'ok    ' : 'not ok'} ${name}`)
  if (isMet) return
  console.log(
    `       exit code ${run.status}, expected ${exitCode}; missing: ${missing.join(', ')}`,
  )
  console.log(output.replaceAll(/^/gm, '       '))
  process.exitCode = 1
}

function writeJson(path, value) {
  writeFileSync(join(workshop, path), `${JSON.stringify(value, null, 2)}\n`)
}
