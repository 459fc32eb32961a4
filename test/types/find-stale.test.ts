import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'

import { extractFacts, findStale, writeFacts, type TypeFacts } from '../../src/types/index.js'
import { addFiles, itemProgram, tsconfig, typeProject } from './type-project.js'

let folder: string
let file: string

beforeEach(async () => {
  folder = typeProject(itemProgram)
  file = join(folder, 'tallystick.types.json')
  await writeFacts({ project: folder })
})

function read(): string {
  return readFileSync(file, 'utf8')
}

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
      () => addFiles(folder, { 'src/one.ts': itemProgram['src/one.ts'].replaceAll('\n', '\r\n') }),
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

  it('comes to an end where linked folders make a circle', async () => {
    mkdirSync(join(folder, 'src/deep'))
    symlinkSync('..', join(folder, 'src/deep/up'))
    symlinkSync('deep', join(folder, 'src/again'))
    symlinkSync('nowhere', join(folder, 'src/broken'))
    await writeFacts({ project: folder })
    expect(findStale({ project: folder })).toBeUndefined()
  })

  it.each([
    ['an absolute path', () => join(folder, 'src/old')],
    ['the folder of the tsconfig', () => '${configDir}/src/old'],
  ])('does not count what is excluded by %s, and keeps no such path', async (_title, glob) => {
    addFiles(folder, { 'tsconfig.json': tsconfig({}, { exclude: [glob()] }) })
    await writeFacts({ project: folder })
    const { excluded } = (JSON.parse(read()) as TypeFacts).inputs
    expect(excluded.map((path) => path.replace(/^\.\//, ''))).toEqual(['src/old'])
    addFiles(folder, { 'src/old/two.ts': '' })
    expect(findStale({ project: folder })).toBeUndefined()
  })

  it('does not count what is excluded by a name with any one letter', async () => {
    addFiles(folder, { 'tsconfig.json': tsconfig({}, { exclude: ['src/o?d'] }) })
    await writeFacts({ project: folder })
    addFiles(folder, { 'src/old/two.ts': '' })
    expect(findStale({ project: folder })).toBeUndefined()
    addFiles(folder, { 'src/oold/two.ts': '' })
    expect(findStale({ project: folder })?.reason).toBe('changed')
  })

  it.each([
    [
      ['src', 'lib'],
      ['lib', 'src'],
    ],
    [['src/*', 'src/deep/**/*'], ['src']],
    [['*', 'src/**/*'], ['.']],
  ])('looks once through each of the folders of %j', async (include, folders) => {
    addFiles(folder, { 'tsconfig.json': tsconfig({}, { include }), 'src/deep/a.ts': '' })
    addFiles(folder, { 'lib/b.ts': '' })
    await writeFacts({ project: folder })
    expect((JSON.parse(read()) as TypeFacts).inputs.folders).toEqual(folders)
  })

  it('throws what the disk says of a path that leads through a file', () => {
    const inside = join(folder, 'tsconfig.json/facts.json')
    expect(() => findStale({ project: folder, file: inside })).toThrow(
      expect.objectContaining({ code: 'ENOTDIR' }),
    )
  })

  it('counts a file that the program imports from outside its folders', async () => {
    addFiles(folder, {
      'shared/item.ts': 'export interface Item { name: string }',
      'src/one.ts': itemProgram['src/one.ts'].replace('./item.js', '../shared/item.js'),
    })
    await writeFacts({ project: folder })
    addFiles(folder, { 'shared/item.ts': 'export interface Item { name: number }' })
    expect(findStale({ project: folder })?.reason).toBe('changed')
  })

  it('counts a file that is excluded and that the program imports all the same', async () => {
    addFiles(folder, {
      'src/old/item.ts': 'export interface Item { name: string }',
      'src/one.ts': itemProgram['src/one.ts'].replace('./item.js', './old/item.js'),
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
