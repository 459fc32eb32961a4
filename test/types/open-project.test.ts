import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { extractFacts } from '../../src/types/index.js'
import { addFiles, toolSource, tsconfig, typeProject } from './type-project.js'

const tool = { 'src/one.ts': toolSource('one', 'a?: string; b!: string | null') }
const withoutStrict = {
  compilerOptions: { module: 'nodenext', lib: ['es2022'], types: [] },
  include: ['src'],
}
const typescript = (version: string | null) => ({
  'node_modules/typescript/package.json': JSON.stringify({ name: 'typescript', version }),
})

function problemsOf(project: string): DefinitionError['problems'] {
  try {
    extractFacts({ project })
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
  throw new Error('Nothing was thrown.')
}

describe('a project', () => {
  it('is named by its tsconfig, its folder, or a link to either', () => {
    const folder = typeProject({ ...tool, 'tsconfig.build.json': tsconfig() })
    symlinkSync(folder, join(folder, 'link'))
    const paths = ['', 'tsconfig.json', 'tsconfig.build.json', 'link']
    const found = paths.map((path) => extractFacts({ project: join(folder, path) }).tools)
    expect(found.map((tools) => tools['types/one']?.file)).toEqual(paths.map(() => 'src/one.ts'))
  })

  it.each(['missing', 'src', 'missing.json'])(
    'is refused where there is no tsconfig: %s',
    (path) => {
      const [problem] = problemsOf(join(typeProject(tool), path))
      expect(problem?.message).toMatch(/^there is no tsconfig at ".*"\.$/)
    },
  )

  it.each([
    ['strict is off', tsconfig({ strict: false })],
    ['strictNullChecks is off', tsconfig({ strictNullChecks: false })],
    ['nothing is said and its TypeScript is older than 6', JSON.stringify(withoutStrict)],
    ['nothing is said and its TypeScript has no version', JSON.stringify(withoutStrict), null],
  ])('is refused where %s', (_title, text, version: string | null = '5.9.3') => {
    const folder = typeProject({ ...tool, ...typescript(version), 'tsconfig.json': text })
    expect(problemsOf(folder)).toEqual([
      {
        subject: 'tsconfig.json',
        message: 'strictNullChecks is off, so that null and undefined are not in the types.',
        fix: 'Set "strict": true, or at least "strictNullChecks": true.',
      },
    ])
  })

  it.each([
    [
      'it asks for strictNullChecks alone',
      '5.9.3',
      tsconfig({ strict: false, strictNullChecks: true }),
    ],
    ['a config it extends does', '5.9.3', '{ "extends": "./base.json", "include": ["src"] }'],
    ['nothing is said and its TypeScript is 6', '6.0.2', JSON.stringify(withoutStrict)],
    [
      'nothing is said and its TypeScript is 7',
      '7.0.0-dev.20260101',
      JSON.stringify(withoutStrict),
    ],
  ])('is strict where %s', (_title, version, text) => {
    const files = {
      ...tool,
      ...typescript(version),
      'tsconfig.json': text,
      'base.json': tsconfig(),
    }
    const { required } =
      extractFacts({ project: typeProject(files) }).tools['types/one']?.arguments ?? {}
    expect(required).toEqual(['b'])
  })

  it.each([
    ['strict', 'yes', /'strict' requires a value of type boolean/],
    ['strictNullChecks', 1, /'strictNullChecks' requires a value of type boolean/],
    ['target', true, /'target' requires a value of type string/],
    ['lib', 'es2022', /'lib' requires a value of type Array/],
  ])(
    'is refused where the value of %s is of another type, as the compiler does',
    (name, value, message) => {
      const project = typeProject({ ...tool, 'tsconfig.json': tsconfig({ [name]: value }) })
      expect(problemsOf(project)[0]?.message).toMatch(message)
    },
  )

  it('may have options and values that only a newer compiler knows', () => {
    const newer = {
      module: 'node99',
      moduleResolution: 'node99',
      target: 'es2099',
      lib: ['es2099'],
    }
    const text = tsconfig({ ...newer, someNewOption: true })
    const project = typeProject({ ...tool, ...typescript('9.0.0'), 'tsconfig.json': text })
    expect(Object.keys(extractFacts({ project }).tools)).toEqual(['types/one'])
  })

  it('has the newest types where only a newer compiler knows its target', () => {
    const options = { target: 'es2099', lib: undefined }
    const source = toolSource('one', 'tags!: ReadonlySet<string>')
    const project = typeProject({ 'src/one.ts': source, 'tsconfig.json': tsconfig(options) })
    const { properties } = extractFacts({ project }).tools['types/one']?.arguments ?? {}
    expect(properties?.['tags']).toEqual({ 'x-instance': 'ReadonlySet' })
  })

  it('reads what a referenced project has built, as the compiler does', () => {
    const lib = { compilerOptions: { composite: true, rootDir: 'src', outDir: 'dist', types: [] } }
    const project = typeProject({
      'lib/tsconfig.json': JSON.stringify({ ...lib, include: ['src'] }),
      'lib/src/item.ts': 'export interface Item { source: string }',
      'lib/dist/item.d.ts': 'export interface Item { built: string }',
      'src/one.ts': toolSource(
        'one',
        'item!: Item',
        "import type { Item } from '../lib/src/item.js'",
      ),
      'tsconfig.json': tsconfig({}, { references: [{ path: './lib' }] }),
    })
    const { properties } = extractFacts({ project }).tools['types/one']?.arguments ?? {}
    expect(properties?.['item']).toMatchObject({ required: ['built'] })
  })

  it('may leave target and module to a compiler that has newer defaults', () => {
    const text = '{ "compilerOptions": { "experimentalDecorators": true, "types": [] } }'
    const source = tool['src/one.ts'].replace('b!:', 'tags!: ReadonlySet<string>; b!:')
    const project = typeProject({ 'one.ts': source, ...typescript('7.0.0'), 'tsconfig.json': text })
    const { properties } = extractFacts({ project }).tools['types/one']?.arguments ?? {}
    expect(properties?.['tags']).toEqual({ 'x-instance': 'ReadonlySet' })
  })

  it.each([
    ['is no JSON', '{ "compilerOptions": ', /expected/i],
    ['extends what is missing', '{ "extends": "./none.json", "include": ["src"] }', /none\.json/],
    ['names no files', tsconfig({}, { include: ['none'] }), /No inputs were found/],
  ])(
    'is refused where its tsconfig %s, without a word on where it lies',
    (_title, text, message) => {
      const folder = typeProject({ ...tool, 'tsconfig.json': text })
      const problems = problemsOf(folder)
      expect(problems.map((problem) => problem.message).join(' ')).toMatch(message)
      expect(JSON.stringify(problems)).not.toContain(folder)
    },
  )

  it('is refused where an import of a type is missing', () => {
    const source = toolSource(
      'one',
      'value!: Missing',
      "import type { Missing } from './missing.js'",
    )
    expect(problemsOf(typeProject({ 'src/one.ts': source }))).toEqual([
      {
        subject: 'types/one (class OneTool, src/one.ts)',
        message: 'the arguments have a type at value that the compiler cannot find.',
        fix: expect.stringContaining('tsc --noEmit'),
      },
    ])
  })

  it.each([
    ['the tool', 'class Middle {}', 'extends Missing', ''],
    ['a class above it', 'class Middle extends Missing {}', 'extends Middle', ''],
    ['a nested class', 'class Middle extends Missing {}', '', ' at value'],
  ])('is refused where what %s extends is missing', (_title, before, base, place) => {
    const head = `import { Missing } from './missing.js'\n${before}`
    const source = toolSource('one', 'value!: Middle', head)
    const project = typeProject({ 'src/one.ts': source.replace('class OneTool', `$& ${base}`) })
    expect(problemsOf(project).map(({ message }) => message)).toContain(
      `the arguments have a type${place} that the compiler cannot find.`,
    )
  })

  it('is refused where the compiler does not find this package, instead of having no tools', () => {
    const options = { module: 'commonjs', moduleResolution: 'classic' }
    const project = typeProject({ ...tool, 'tsconfig.json': tsconfig(options) })
    expect(problemsOf(project)).toEqual([
      {
        subject: 'src/one.ts',
        message: expect.stringContaining('does not find the import of "tallystick".'),
        fix: expect.stringContaining('"nodenext"'),
      },
    ])
  })

  it('is read in spite of errors that say nothing on types', () => {
    const source = `${toolSource('one', 'value!: string')}\nexport const wrong: number = 'text'`
    expect(() => extractFacts({ project: typeProject({ 'src/one.ts': source }) })).not.toThrow()
  })

  it('passes on what a typescript-json-schema throws that cannot be loaded', () => {
    const peer = 'node_modules/typescript-json-schema'
    const text = "throw new RangeError('broken on purpose')"
    const folder = typeProject({
      ...tool,
      [`${peer}/package.json`]: '{ "version": "0.68.0", "main": "main.js" }',
      [`${peer}/main.js`]: text,
    })
    expect(() => extractFacts({ project: folder })).toThrow(new RangeError('broken on purpose'))
  })

  it('says that a typescript-json-schema is without a version', () => {
    const peer = 'node_modules/typescript-json-schema'
    const description = { [`${peer}/package.json`]: '{ "main": "main.js" }' }
    const [problem] = problemsOf(typeProject({ ...tool, ...description, [`${peer}/main.js`]: '' }))
    expect(problem?.message).toBe(
      'the typescript-json-schema that is installed is without a version, and only releases 0.68 are known.',
    )
  })

  it.each([
    ['0.67.1', 'class { getTypeDefinition() {} parseCommentsIntoDefinition() {} }', '^0.68.0'],
    ['0.69.0', 'class { getTypeDefinition() {} parseCommentsIntoDefinition() {} }', '^0.68.0'],
    ['0.68.9', 'class { getTypeDefinition() {} }', '0.68.0'],
    ['0.68.9', 'class { parseCommentsIntoDefinition() {} }', '0.68.0'],
  ])('with typescript-json-schema %s, %s, is told which to install', (version, made, range) => {
    const peer = 'node_modules/typescript-json-schema'
    const text = `exports.JsonSchemaGenerator = ${made}
      Object.assign(exports, { ts: { createProgram() {} }, getDefaultArgs() {} })`
    const description = JSON.stringify({ version, main: 'main.js' })
    const folder = typeProject(tool)
    addFiles(folder, { [`${peer}/package.json`]: description, [`${peer}/main.js`]: text })
    const [problem] = problemsOf(folder)
    expect(problem?.message).toContain(
      `that is installed${range === '0.68.0' ? ',' : ' is'} ${version}`,
    )
    expect(problem?.fix).toContain(`npm install --save-dev typescript-json-schema@${range}\``)
  })
})
