import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sources } from './sources.js'

/** Inside this package, so that its programs find it and its peers by their names. */
const folder = fileURLToPath(new URL('../../../.tmp/compile-bench/', import.meta.url))
const installed = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** What the programs import of the packages that only benchmarks have. */
const linked = ['ai', 'zod', '@langchain', '@mastra', '@modelcontextprotocol']

const tsconfig = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
}

/** Writes a program for each way to write a tool, with that many of them, each in a file of its own, and returns their folders. */
export function writeProjects(tools: number): ReadonlyMap<string, string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const name of linked) {
    symlinkSync(join(installed, name), join(folder, 'node_modules', name), 'dir')
  }
  return new Map(Object.keys(sources).map((name) => [name, writeProject(name, tools)]))
}

function writeProject(name: string, tools: number): string {
  const project = join(folder, name.replaceAll(' ', '-').toLowerCase())
  mkdirSync(join(project, 'src'), { recursive: true })
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(tsconfig))
  for (let index = 0; index < tools; index += 1) {
    const source = sources[name]?.(index) ?? ''
    writeFileSync(join(project, 'src', `order-${index}.ts`), source)
  }
  return project
}
