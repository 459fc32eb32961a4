import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

import { extractFacts, type ToolTypeFacts } from '../../src/types/index.js'

/** The declarations of this package that types are told by, as an installed package has them. */
const installed: Readonly<Record<string, string>> = {
  'node_modules/tallystick/package.json': JSON.stringify({
    name: 'tallystick',
    version: '0.1.0',
    type: 'module',
    types: './dist/index.d.ts',
  }),
  'node_modules/tallystick/dist/index.d.ts': `
    export { Tool } from './decorators/tool.js'
    export { suspend, type Suspension } from './tools/suspension.js'
    export { ToolContext } from './tools/tool-context.js'
  `,
  'node_modules/tallystick/dist/decorators/tool.d.ts': `
    export declare function Tool(options: {
      server: string; name: string; description?: string; mutates?: boolean
    }): (target: abstract new (...args: never[]) => object) => void
  `,
  'node_modules/tallystick/dist/tools/suspension.d.ts': `
    export interface Suspension { readonly reason: string; readonly id?: string }
    export declare function suspend(request: { reason: string }): Suspension
  `,
  'node_modules/tallystick/dist/tools/tool-context.d.ts': `
    export declare class ToolContext { readonly callId: string; child(): ToolContext }
  `,
  'node_modules/inversify/package.json': JSON.stringify({
    name: 'inversify',
    version: '8.0.0',
    type: 'module',
    types: './index.d.ts',
  }),
  'node_modules/inversify/index.d.ts': `
    export declare function inject(token: unknown): PropertyDecorator & ParameterDecorator
  `,
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022'],
  module: 'nodenext',
  types: [],
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
}

/** The tsconfig of a program under `src/`, with options of its own. */
export function tsconfig(options: object = {}, more: object = {}): string {
  return JSON.stringify({
    compilerOptions: { ...compilerOptions, ...options },
    include: ['src'],
    ...more,
  })
}

/** A folder with the files of a program, and what it has installed. */
export function createTypeProject(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-types-')))
  addFiles(folder, { 'tsconfig.json': tsconfig(), ...installed, ...files })
  return folder
}

/** The same for one test, gone after it. */
export function typeProject(files: Readonly<Record<string, string>>): string {
  const folder = createTypeProject(files)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files below a folder. */
export function addFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** The facts of one tool for each of these members, in their order, read from one program. */
export function toolsWith(members: readonly string[], before = ''): readonly ToolTypeFacts[] {
  const names = members.map((_, index) => `tool${index.toString()}`)
  const sources = members.map((text, index) => {
    const name = names[index] ?? ''
    return [
      `src/${name}.ts`,
      `import { inject } from 'inversify'\n${toolSource(name, text, before)}\nvoid inject`,
    ]
  })
  const folder = createTypeProject(Object.fromEntries(sources) as Record<string, string>)
  try {
    const { tools } = extractFacts({ project: folder })
    return names.map((name) => tools[`types/${name}`]).filter((facts) => facts !== undefined)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The facts of one tool with these members. */
export function factsOf(members: string, before = ''): ToolTypeFacts {
  const [facts] = toolsWith([members], before)
  if (facts === undefined) throw new Error('The tool was not found.')
  return facts
}

/** The source of a tool `types/<name>` with these members. */
export function toolSource(name: string, members: string, before = ''): string {
  return `import { Tool, type Suspension, type ToolContext } from 'tallystick'
${before}
@Tool({ server: 'types', name: '${name}' })
export class ${toolClassName(name)} {
${members}
  ${/\bcall\b/.test(members) ? '' : 'call(): void {}'}
}
void (0 as unknown as Suspension | ToolContext)
`
}

/** The class of that tool. */
function toolClassName(name: string): string {
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Tool`
}

/** A program of one tool whose argument is of a type in another file, with files that its tsconfig leaves out. */
export const itemProgram = {
  'src/one.ts': toolSource('one', 'value!: Item', "import type { Item } from './item.js'"),
  'src/item.ts': 'export interface Item { name: string }',
  'base.json': tsconfig(),
  'tsconfig.json':
    '{ "extends": "./base.json", "include": ["src"], "exclude": ["src/**/*.test.ts", "src/old"] }',
}
