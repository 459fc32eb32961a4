import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { extractFacts } from '../../src/types/index.js'
import { tsconfig, typeProject } from './type-project.js'

type Files = Readonly<Record<string, string>>

/** Where the tools of a program are, as `file#class` by id. */
function toolsIn(files: Files): Readonly<Record<string, string>> {
  const { tools } = extractFacts({ project: typeProject(files) })
  const places = Object.entries(tools).map(([id, facts]) => [id, `${facts.file}#${facts.class}`])
  return Object.fromEntries(places) as Record<string, string>
}

function problemsIn(files: Files): DefinitionError['problems'] {
  try {
    extractFacts({ project: typeProject(files) })
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
  throw new Error('Nothing was thrown.')
}

/** A file with one tool. */
function file(head: string, decorator: string): Files {
  return { 'src/one.ts': `${head}\n${decorator}\nexport class One { call(): void {} }` }
}

const importTool = "import { Tool } from 'tallystick'"
const own = "@Tool({ server: 'types', name: 'one' })"

describe('the tools of a program', () => {
  it.each<readonly [string, Files]>([
    ['an import', file(importTool, own)],
    ['another name', file("import { Tool as T } from 'tallystick'", own.replace('Tool', 'T'))],
    ['a namespace', file("import * as t from 'tallystick'", own.replace('Tool', 't.Tool'))],
    ['a constant', file(`${importTool}\nconst T = Tool`, own.replace('Tool', 'T'))],
    [
      're-exports',
      {
        ...file("import { Action } from './a.js'", own.replace('Tool', 'Action')),
        'src/a.ts': "export * from './b.js'",
        'src/b.ts': "export { Tool as Action } from 'tallystick'",
      },
    ],
  ])('are found through %s', (_title, files) => {
    expect(toolsIn(files)).toEqual({ 'types/one': 'src/one.ts#One' })
  })

  it('are found where they are not exported, inside functions and namespaces too', () => {
    const source = `${importTool}
      @Tool({ server: 'types', name: 'a' }) class A { value!: string; call(): void {} }
      export function make() { @Tool({ server: 'types', name: 'b' }) class B { call(): void {} } return B }
      namespace inner { @Tool({ server: 'types', name: 'c' }) class C { call(): void {} } void C }
      void A`
    expect(toolsIn({ 'src/all.ts': source })).toEqual({
      'types/a': 'src/all.ts#A',
      'types/b': 'src/all.ts#B',
      'types/c': 'src/all.ts#C',
    })
  })

  it('are found where they are exported without a name, or in a list', () => {
    const source = `${importTool}
      @Tool({ server: 'types', name: 'a' }) export default class { call(): void {} }
      @Tool({ server: 'types', name: 'b' }) class B { call(): void {} }
      export { B }`
    expect(toolsIn({ 'src/all.ts': source })).toEqual({
      'types/a': 'src/all.ts#(anonymous)',
      'types/b': 'src/all.ts#B',
    })
  })

  it('are found where a folder inside this package has a `package.json` without a name', () => {
    const inner = { 'node_modules/tallystick/dist/package.json': '{ "type": "module" }' }
    expect(toolsIn({ ...inner, ...file(importTool, own) })).toEqual({
      'types/one': 'src/one.ts#One',
    })
  })

  it('are none by a decorator of that name in the samples of this package', () => {
    const files = {
      'package.json': '{ "name": "tallystick", "type": "module" }',
      'tsconfig.json': tsconfig({}, { include: ['samples'] }),
      'samples/tool.ts': 'export const Tool = (_: object) => (_target: object) => {}',
      'samples/one.ts': `import { Tool } from './tool.js'\n${own} class One { call(): void {} }`,
    }
    expect(toolsIn(files)).toEqual({})
  })

  it('are no classes whose decorator merely has that name', () => {
    const other = 'const Tool = (_: object) => (_target: object) => {}'
    expect(toolsIn(file(other, own))).toEqual({})
    expect(toolsIn({ 'src/one.ts': 'export class Plain {}' })).toEqual({})
  })

  it('are sorted by id', () => {
    const tool = (name: string): string =>
      `@Tool({ server: 's', name: '${name}' }) class X${name} { call(): void {} }`
    const source = [importTool, ...['b', 'B', 'a', 'a2'].map(tool)].join('\n')
    expect(Object.keys(toolsIn({ 'src/all.ts': source }))).toEqual(['s/B', 's/a', 's/a2', 's/b'])
  })

  it('are those of its own files only', () => {
    const installed = {
      'node_modules/other/package.json': '{ "name": "other", "types": "./index.ts" }',
      'node_modules/other/index.ts': `${importTool}\n${own}\nexport class Other { call(): void {} }`,
    }
    expect(toolsIn({ ...installed, 'src/main.ts': "export * from 'other'" })).toEqual({})
  })
})

describe('the identity of a tool', () => {
  it.each([
    ['a const', "const server = 'types'", '{ server, name: `one` }'],
    ['a const of a wider type', "const server: string = 'types'", "{ server, name: 'one' }"],
    ['a const by another name', "const n: string = 'one'", "{ server: 'types', name: n }"],
    ['its type', "declare const options: { server: 'types'; name: 'one' }", 'options'],
    ['options with a number for a name', '', "{ server: 'types', name: 'one', 1: 'two' }"],
    ['an enum', "enum Server { Types = 'types' }", "{ server: Server.Types, name: 'one' }"],
    [
      'a const object',
      "const ids = { server: 'types' } as const",
      "{ server: ids.server, name: 'one' }",
    ],
    [
      'templates of constants',
      "const t = 'ty'; const s = `${t}pes`",
      "{ server: s, name: `${'on'}e` }",
    ],
    ['sums of constants', "const t = 'ty'", "{ 'server': t + 'pes', ['name']: ('one') }"],
    ['constant options', "const options = { server: 'types', name: 'one' }", 'options'],
    ['frozen options', "const options = { server: 'types', name: 'one' } as const", 'options'],
    [
      'spread options',
      "const base = { server: 'types', name: 'zero' }",
      "{ ...base, name: 'one' }",
    ],
    [
      'options spread over',
      "const base = { name: 'one' }",
      "{ server: 'types', name: 'zero', ...base }",
    ],
    [
      'a static member',
      "class Names { static readonly server = 'types' }",
      "{ server: Names.server, name: 'one' }",
    ],
    ['checked options', '', "{ server: 'types', name: 'one' } satisfies object"],
  ])('is read from %s', (_title, before, options) => {
    const files = file(`${importTool}\n${before}`, `@Tool(${options})`)
    expect(toolsIn(files)).toEqual({ 'types/one': 'src/one.ts#One' })
  })

  it('is read from constants of another file', () => {
    const names = "export const server = 'types'\nexport const options = { server, name: 'one' }"
    const files = file(`${importTool}\nimport { options } from './names.js'`, '@Tool(options)')
    expect(toolsIn({ ...files, 'src/names.ts': names })).toEqual({ 'types/one': 'src/one.ts#One' })
  })

  it.each([
    ['a variable', 'let server = "types"', "{ server, name: 'one' }", 'its server is'],
    [
      'a const of elsewhere',
      'declare const server: string',
      "{ server, name: 'one' }",
      'its server is',
    ],
    ['a choice', 'declare const a: string', "{ server: 'types', name: a || 'one' }", 'its name is'],
    ['a sum with a call', '', "{ server: 'types', name: 'on' + String(1) }", 'its name is'],
    ['a getter', '', "{ server: 'types', get name() { return 'one' } }", 'its name is'],
    ['a call', 'const name = () => "one"', "{ server: 'types', name: name() }", 'its name is'],
    [
      'the environment',
      'declare const env: Record<string, string>',
      '{ server: `${env.A}`, name: env.B! }',
      'its server and name are',
    ],
    ['a member that is missing', '', "{ server: 'types' }", 'its name is'],
    ['nothing', '', '', 'its server and name are'],
    [
      'an unknown spread',
      'declare const more: { name: string }',
      "{ server: 'types', name: 'one', ...more }",
      'its name is',
    ],
  ])('is no constant when it comes from %s', (_title, before, options, what) => {
    expect(problemsIn(file(`${importTool}\n${before}`, `@Tool(${options})`))).toEqual([
      {
        subject: '@Tool on class One (src/one.ts)',
        message: `${what} no constant that the compiler knows.`,
        fix: expect.stringContaining('Write a literal'),
      },
    ])
  })

  it('belongs to one class; all problems are thrown at once', () => {
    const files = {
      ...file(importTool, own),
      'src/two.ts': `${importTool}\n${own}\nexport class Two { call(): bigint { return 1n } }`,
      'src/three.ts': `${importTool}\n@Tool({ server: String(1), name: 'x' })\nexport class Three { call(): void {} }`,
    }
    expect(problemsIn(files).map(({ message }) => message)).toEqual([
      'its server is no constant that the compiler knows.',
      '2 classes have this identity: One (src/one.ts), Two (src/two.ts).',
      'the output has a bigint, which JSON cannot carry.',
    ])
  })
})
