// Reads the types of one program in projects on each TypeScript that users have: its facts are the same in all.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('projects/types/', import.meta.url))
const versions = ['5.9.3', '6.0.3', '7.0.2']
const command = join('..', 'node_modules', 'tallystick', 'dist', 'cli', 'main.js')

/**
 * @param workshop - a folder in which the package and its peers are installed.
 * @param expectRun - runs node in a folder of it and compares how it ended.
 */
export function tryTypes(workshop, expectRun) {
  const texts = versions.map((version) => {
    const name = `types-${version}`
    createProject(join(workshop, name), version)
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
    expectRun(`${name} compiles`, [compiler, '-p', '.'], { exitCode: 0, texts: [], folder: name })
    const read = [command, 'types']
    expectRun(`${name} is read`, read, { exitCode: 0, texts: ['Wrote'], folder: name })
    expectRun(`${name} is up to date`, read, { exitCode: 0, texts: ['Up to date'], folder: name })
    const content = ['the consumer is content']
    expectRun(`${name} runs`, [join('dist', 'main.js')], {
      exitCode: 0,
      texts: content,
      folder: name,
    })
    return readFileSync(join(workshop, name, 'tallystick.types.json'), 'utf8')
  })
  const isSame = texts.every((text) => text === texts[0])
  console.log(
    `${isSame ? 'ok    ' : 'not ok'} the facts are the same with TypeScript ${versions.join(', ')}`,
  )
  if (!isSame) process.exitCode = 1
}

function createProject(folder, version) {
  mkdirSync(folder)
  cpSync(join(sources, 'main.ts'), join(folder, 'main.ts'))
  writeJson(join(folder, 'package.json'), { type: 'module', private: true })
  // The same for all, so that the digest is too: what TypeScript 6 has by default is written out.
  writeJson(join(folder, 'tsconfig.json'), {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      types: ['node'],
      rootDir: '.',
      outDir: 'dist',
    },
    include: ['*.ts'],
  })
  // What is installed stays out of package.json, which is one of the inputs.
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  execFileSync('npm', ['install', ...flags, `typescript@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 120_000,
  })
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
