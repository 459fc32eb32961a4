import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeEach, describe, expect, it } from 'vitest'

import { extractFacts, findStale, writeFacts, type TypeFacts } from '../../src/types/index.js'
import { addFiles, toolSource, tsconfig, typeProject } from './type-project.js'

const one = {
  'src/one.ts': toolSource('one', 'value!: Item', "import type { Item } from './item.js'"),
}
const files = {
  ...one,
  'src/item.ts': 'export interface Item { name: string }',
  'base.json': tsconfig(),
  'tsconfig.json':
    '{ "extends": "./base.json", "include": ["src"], "exclude": ["src/**/*.test.ts", "src/old"] }',
}

let folder: string
let file: string

beforeEach(async () => {
  folder = typeProject(files)
  file = join(folder, 'tallystick.types.json')
  await writeFacts({ project: folder })
})

function read(): string {
  return readFileSync(file, 'utf8')
}

describe('writeFacts', () => {
  it('writes a file beside the tsconfig, and says what it did', async () => {
    rmSync(file)
    expect(await writeFacts({ project: folder })).toEqual({ status: 'written', file, tools: 1 })
    expect(Object.keys((JSON.parse(read()) as TypeFacts).tools)).toEqual(['types/one'])
    expect(read()).toMatch(/^{\n {2}"version": 1,\n[^]*\n}\n$/)
  })

  it('writes it where it is told, making the folder', async () => {
    const elsewhere = join(folder, 'dist', 'facts', 'types.json')
    expect(await writeFacts({ project: folder, file: elsewhere })).toMatchObject({
      file: elsewhere,
    })
    expect(readFileSync(elsewhere, 'utf8')).toBe(read())
  })

  it('leaves the file alone while nothing has changed', async () => {
    utimesSync(file, 1, 1)
    utimesSync(join(folder, 'src/item.ts'), 1, 1)
    const before = read()
    expect(await writeFacts({ project: folder })).toEqual({ status: 'unchanged', file, tools: 1 })
    expect(read()).toBe(before)
  })

  it('reads the types again when told so, to the same bytes', async () => {
    const before = read()
    const written = await writeFacts({ project: folder, force: true })
    expect(written.status).toBe('written')
    expect(read()).toBe(before)
  })

  it('writes the same bytes wherever the project lies, and no path of it', async () => {
    const before = read()
    const copy = join(typeProject({}), 'deeper', 'copy')
    cpSync(folder, copy, { recursive: true })
    rmSync(join(copy, 'tallystick.types.json'))
    await writeFacts({ project: copy })
    expect(readFileSync(join(copy, 'tallystick.types.json'), 'utf8')).toBe(before)
    expect(before).not.toContain(folder)
    expect(before).not.toContain('import(')
  })

  it('does not depend on the other tools of a program', async () => {
    const shapes = 'export interface A { x: string; y: string }\nexport interface B { z?: B }'
    const imports = "import type { A, B } from './shapes.js'"
    const members = "kind!: 'b' | 'a'; value!: B | A; picked!: Pick<A, 'y' | 'x'>"
    const program = { 'src/shapes.ts': shapes, 'src/one.ts': toolSource('one', members, imports) }
    const toolOf = async (more: Readonly<Record<string, string>>): Promise<unknown> => {
      const written = await writeFacts({ project: typeProject({ ...program, ...more }) })
      return (JSON.parse(readFileSync(written.file, 'utf8')) as TypeFacts).tools['types/one']
    }
    // The compiler orders the parts of a union as it meets them.
    const earlier = toolSource('earlier', "a!: 'a'; x!: 'x'; value!: A | B", imports)
    const alone = JSON.stringify(await toolOf({}))
    expect(JSON.stringify(await toolOf({ 'src/earlier.ts': earlier }))).toBe(alone)
  })

  it('leaves the file as it was when there are problems', async () => {
    const before = read()
    addFiles(folder, { 'src/two.ts': toolSource('one', '') })
    await expect(writeFacts({ project: folder })).rejects.toThrow(/2 classes have this identity/)
    expect(read()).toBe(before)
    expect(existsSync(`${file}.${process.pid.toString()}.tmp`)).toBe(false)
  })
})

describe('findStale', () => {
  it('finds nothing while the file says what the types say', () => {
    expect(findStale({ project: folder })).toBeUndefined()
  })

  it.each<readonly [string, () => void]>([
    [
      'a source changed',
      () => addFiles(folder, { 'src/item.ts': 'export interface Item { name: number }' }),
    ],
    ['a source is new', () => addFiles(folder, { 'src/deep/er/new.mts': 'export {}' })],
    ['a source is gone', () => rmSync(join(folder, 'src/item.ts'))],
    [
      'the tsconfig changed',
      () => addFiles(folder, { 'tsconfig.json': '{ "extends": "./base.json" }' }),
    ],
    [
      'a tsconfig it extends changed',
      () => addFiles(folder, { 'base.json': tsconfig({ lib: ['es2023'] }) }),
    ],
    [
      'a package whose types are used changed',
      () => addFiles(folder, { 'node_modules/tallystick/package.json': '{ "version": "0.2.0" }' }),
    ],
    ['the facts were edited', () => writeFileSync(file, read().replace('"string"', '"number"'))],
  ])('says that the file is out of date when %s', (_title, change) => {
    change()
    expect(findStale({ project: folder })).toMatchObject({
      file,
      reason: 'changed',
      fix: 'Run `tallystick types`.',
    })
  })

  it.each<readonly [string, () => void]>([
    [
      'line ends changed',
      () => addFiles(folder, { 'src/one.ts': one['src/one.ts'].replaceAll('\n', '\r\n') }),
    ],
    [
      'an excluded file is new',
      () => addFiles(folder, { 'src/one.test.ts': '', 'src/old/two.ts': '' }),
    ],
    ['a file outside is new', () => addFiles(folder, { 'test/one.ts': '', 'src/notes.md': '' })],
    ['an installed file is new', () => addFiles(folder, { 'src/node_modules/x/index.ts': '' })],
  ])('finds nothing when %s', (_title, change) => {
    change()
    expect(findStale({ project: folder })).toBeUndefined()
  })

  it.each([
    ['missing', undefined],
    ['unreadable', '<<<<<<< ours'],
    ['unreadable', '{ "version": 2 }'],
    ['unreadable', '{ "version": 1, "inputs": {}, "tools": {} }'],
  ])('says that the file is %s', (reason, text) => {
    if (text === undefined) rmSync(file)
    else writeFileSync(file, text)
    expect(findStale({ project: folder })).toMatchObject({ file, reason })
  })

  it('counts a file that the program imports from outside its folders', async () => {
    addFiles(folder, {
      'shared/item.ts': 'export interface Item { name: string }',
      'src/one.ts': one['src/one.ts'].replace('./item.js', '../shared/item.js'),
    })
    await writeFacts({ project: folder })
    addFiles(folder, { 'shared/item.ts': 'export interface Item { name: number }' })
    expect(findStale({ project: folder })?.reason).toBe('changed')
  })

  it('counts a file that is excluded and that the program imports all the same', async () => {
    addFiles(folder, {
      'src/old/item.ts': 'export interface Item { name: string }',
      'src/one.ts': one['src/one.ts'].replace('./item.js', './old/item.js'),
    })
    await writeFacts({ project: folder })
    expect((JSON.parse(read()) as TypeFacts).inputs.files).toContain('src/old/item.ts')
    addFiles(folder, { 'src/old/item.ts': 'export interface Item { name: number }' })
    expect(findStale({ project: folder })?.reason).toBe('changed')
  })

  it.each([[undefined], ['src/facts.json']])(
    'does not count the file of facts itself, where a program imports it: %s',
    async (path) => {
      const imported = path === undefined ? '../tallystick.types.json' : './facts.json'
      addFiles(folder, {
        'tsconfig.json': tsconfig({ resolveJsonModule: true }),
        'src/main.ts': `import facts from '${imported}' with { type: 'json' }\nvoid facts`,
        'src/facts.json': '{}',
      })
      const options = { project: folder, ...(path !== undefined && { file: join(folder, path) }) }
      await writeFacts(options)
      expect(findStale(options)).toBeUndefined()
    },
  )
})

describe('findStale, of what was just read', () => {
  const edit = (text: string) => {
    addFiles(folder, { 'src/item.ts': text })
    return findStale({ project: folder, fresh: extractFacts({ project: folder }) })
  }

  it('finds nothing after an edit that changes no type', () => {
    const text = '// Edited.\nexport interface Item { name: string }\nexport const other = 1'
    expect(edit(text)).toBeUndefined()
    expect(findStale({ project: folder })?.reason).toBe('changed')
  })

  it.each([
    ['a type', 'export interface Item { name: number }'],
    ['the list of members', 'export interface Item { more?: string; name: string }'],
    ['a comment', 'export interface Item {\n/** Its name. */\nname: string }'],
  ])('says that the file is out of date when %s changed', (_what, text) => {
    expect(edit(text)).toMatchObject({ file, reason: 'changed' })
  })

  it('says that the file is out of date when it was edited', () => {
    writeFileSync(file, read().replace('"string"', '"number"'))
    const fresh = extractFacts({ project: folder })
    expect(findStale({ project: folder, fresh })?.reason).toBe('changed')
  })

  it.each([
    ['missing', undefined],
    ['unreadable', '<<<<<<< ours'],
  ])('says that the file is %s', (reason, text) => {
    const fresh = extractFacts({ project: folder })
    if (text === undefined) rmSync(file)
    else writeFileSync(file, text)
    expect(findStale({ project: folder, fresh })).toMatchObject({ file, reason })
  })
})

describe('a program without typescript-json-schema', () => {
  const script = `
    const { findStale, writeFacts } = await import('./types.mjs')
    const before = [findStale({ project: '.' }), (await writeFacts({ project: '.' })).status]
    const force = await writeFacts({ project: '.', force: true }).catch((error) => error.message)
    process.stdout.write(JSON.stringify([...before, force]))`

  it('finds that nothing changed, for that needs no compiler, and is told what to install else', async () => {
    const outfile = join(folder, 'types.mjs')
    await build({
      entryPoints: ['src/types/index.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    })
    const nodeArguments = ['--input-type=module', '--eval', script]
    const printed = execFileSync(process.execPath, nodeArguments, { cwd: folder, encoding: 'utf8' })
    const [stale, status, message] = JSON.parse(printed) as readonly unknown[]
    expect([stale, status]).toEqual([null, 'unchanged'])
    expect(message).toContain('typescript-json-schema is not installed')
    expect(message).toContain('npm install --save-dev typescript-json-schema@^0.68.0')
  })
})
