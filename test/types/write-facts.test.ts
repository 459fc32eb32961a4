import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeEach, describe, expect, it } from 'vitest'

import { writeFacts, type TypeFacts } from '../../src/types/index.js'
import { addFiles, itemProgram, toolSource, tsconfig, typeProject } from './type-project.js'

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

  it.each([
    ['precious.json', '{ "version": 3 }', false],
    ['precious.json', '{ "version": 3, "tools": [] }', false],
    ['list.json', '[]', false],
    ['tsconfig.json', tsconfig(), false],
    ['src/item.ts', itemProgram['src/item.ts'], true],
    ['notes.md', 'See "digest": "types-sha256:".', true],
  ])('replaces no file that holds anything but facts: %s, %s', async (name, text, force) => {
    addFiles(folder, { [name]: text })
    const written = writeFacts({ project: folder, file: join(folder, name), force })
    await expect(written).rejects.toThrow(`${name}" is no file of facts. Pass another path`)
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  })

  it('replaces no folder', async () => {
    const written = writeFacts({ project: folder, file: join(folder, 'src') })
    await expect(written).rejects.toThrow('src" is no file of facts.')
  })

  it.each([
    ['an empty file', ''],
    ['an empty object', '{}\n'],
    ['facts of another release', '{ "version": 0, "tools": {} }'],
    ['facts with a merge gone wrong', '{\n<<<<<<< ours\n  "digest": "types-sha256:0"'],
  ])('replaces %s', async (_title, text) => {
    const before = read()
    writeFileSync(file, text)
    expect(await writeFacts({ project: folder })).toMatchObject({ status: 'written' })
    expect(read()).toBe(before)
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
