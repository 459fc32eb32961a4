// Tries the recipes for Jest with the packed package, as its users have it. Run by `npm run test:jest`; the package must
// have been built. Jest loads no ES module from CommonJS below Node.js 24.9, which is what the recipes are for.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packPackage } from '../package/pack.mjs'

const facts = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const jest = join('node_modules', 'jest', 'bin', 'jest.js')
const recipes = [
  { name: 'commonjs', parameters: [jest, '--rootDir', '.', '-c', 'commonjs/jest.config.cjs'] },
  {
    name: 'esm',
    parameters: ['--experimental-vm-modules', jest, '--rootDir', '.', '-c', 'esm/jest.config.mjs'],
  },
]

const tsconfig = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', strict: true, noEmit: true },
    ...{ experimentalDecorators: true, emitDecoratorMetadata: true, types: ['jest', 'node'] },
  },
  files: ['pay.spec.ts'],
}

const workshop = mkdtempSync(join(tmpdir(), 'tallystick-jest-'))
try {
  install()
  expectRun(
    'the declarations of matchers compile',
    ['node_modules/typescript/bin/tsc', '-p', '.'],
    '',
  )
  for (const { name, parameters } of recipes) {
    expectRun(`Jest runs the tests: ${name}`, parameters, '3 passed, 3 total')
  }
} finally {
  rmSync(workshop, { recursive: true, force: true })
}

function install() {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  for (const name of ['package.json', 'package-lock.json', 'pay.spec.ts', 'commonjs', 'esm']) {
    cpSync(join(folder, name), join(workshop, name), { recursive: true })
  }
  writeFileSync(join(workshop, 'tsconfig.json'), JSON.stringify(tsconfig))
  const peers = ['class-transformer', 'class-validator', 'inversify', 'reflect-metadata']
  const packages = [...peers, 'typescript', '@types/node'].map(
    (name) => `${name}@${facts.devDependencies[name]}`,
  )
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  execFileSync('npm', ['install', ...flags, packPackage(), ...packages], {
    cwd: workshop,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Runs node in the workshop, and compares how it ended. */
function expectRun(name, parameters, text) {
  const run = spawnSync(process.execPath, parameters, { cwd: workshop, encoding: 'utf8' })
  const output = `${run.stdout}${run.stderr}`
  const isMet = run.status === 0 && output.includes(text)
  console.log(`${isMet ? 'ok    ' : 'not ok'} ${name}`)
  if (isMet) return
  console.log(output.replaceAll(/^/gm, '       '))
  process.exitCode = 1
}
