import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Writes a program with that many tools, each in a file of its own below `src`. */
export function writeProject(
  folder: string,
  tools: number,
  sourceOf: (index: number) => string,
): void {
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  for (let index = 0; index < tools; index += 1) {
    writeFileSync(join(folder, 'src', `order-${index}.ts`), sourceOf(index))
  }
}
