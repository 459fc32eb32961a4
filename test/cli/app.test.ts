import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { toApp } from '../../src/cli/app/app.js'
import { container, registry } from './fixtures/shop.js'
import { fixture, run } from './run.js'

const folder = mkdtempSync(join(tmpdir(), 'cli-'))
const errors = new URL('../../src/errors/definition-error.ts', import.meta.url).href
const inner = join(folder, 'packages', 'app')
mkdirSync(inner, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{}')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('the app of a command', () => {
  it('is what --app names [CLI-02]', async () => {
    const { exitCode, stdout } = await run(['list', '--app', fixture('shop.ts')])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('shop/order')
  })

  it('is said to be missing with every file that was looked for, up to the package [CLI-02]', async () => {
    const { exitCode, stderr } = await run(['list'], { cwd: inner })
    expect(exitCode).toBe(2)
    for (const at of [inner, join(folder, 'packages'), folder]) {
      expect(stderr).toContain(join(at, 'tallystick.config.js'))
      expect(stderr).toContain(join(at, 'tallystick.config.ts'))
    }
    expect(stderr).not.toContain(join(tmpdir(), 'tallystick.config.js'))
  })

  it('is found in a folder above the one the command runs in [CLI-02]', async () => {
    const config = join(folder, 'tallystick.config.mjs')
    writeFileSync(config, 'export const nothing = 1')
    const { stderr } = await run(['list'], { cwd: inner })
    expect(stderr).toContain(`${config}: it exports neither a registry nor a container.`)
    rmSync(config)
  })

  it.each([
    ['a registry by name', { registry }],
    ['a container by name', { container }],
    ['a registry as the default', { default: registry }],
    ['a container as the default', { default: container }],
    ['an object as the default', { default: { registry } }],
    ['a function that gives one', { default: () => registry }],
    ['a function that promises one', { default: () => Promise.resolve(container) }],
    ['a named function', { registry: () => Promise.resolve(registry) }],
    ['a promise', { registry: Promise.resolve(registry) }],
  ])('may be exported as %s [CLI-02]', async (_what, module) => {
    const app = await toApp('/app/config.js', module)
    expect(app.registry.ids().map(String)).toEqual(['shop/order', 'shop/price'])
  })

  it('may say where its manifest and facts are, relative to itself', async () => {
    const app = await toApp('/app/config.js', {
      registry,
      manifest: 'tools.yaml',
    })
    expect([app.manifest, app.facts]).toEqual(['/app/tools.yaml', undefined])
  })

  it.each([
    ['nothing', {}, /neither a registry nor a container/],
    ['a number', { default: 7 }, /neither a registry nor a container/],
    ['a path that is none', { registry, manifest: 7 }, /`manifest` is not a path/],
    [
      'a registry of another copy',
      { registry: { dispatch() {}, descriptors() {}, restrictTo() {} } },
      /made by another copy of tallystick/,
    ],
  ])('is refused when it exports %s', async (_what, module, message) => {
    await expect(toApp('/app/config.js', module)).rejects.toThrow(message)
  })

  it.each([
    ['is not there', 'none.js', 2, /there is no file .*none\.js/],
    ['is a folder', '.', 2, /there is no file/],
    ['throws', 'throws.mjs', 1, /failed while it was imported: no database/],
    ['imports what is not there', 'imports.mjs', 1, /imports what is not there/],
    ['throws nothing at all', 'null.mjs', 1, /it threw no error/],
    ['is not JavaScript', 'broken.mjs', 1, /failed while it was imported: /],
    ['has tools with problems', 'problems.mjs', 1, /^error: shop\/order: it is wrong\. Mend it\.$/],
    [
      'finds problems when it is asked',
      'asked.mjs',
      1,
      /^error: shop\/order: it is wrong\. Mend it\.$/,
    ],
    ['exports a function that throws nothing', 'idle.mjs', 1, /no error was thrown/],
    [
      'exports a function that throws',
      'late.mjs',
      1,
      /failed when it was asked for the app: no luck/,
    ],
    ['exports a promise that rejects', 'rejects.mjs', 1, /asked for the app: no luck/],
  ])('has one line of error and no stack when it %s [CLI-01]', async (_what, name, code, words) => {
    writeFileSync(join(folder, 'throws.mjs'), "throw new Error('no database')")
    writeFileSync(join(folder, 'imports.mjs'), "import './gone.js'")
    writeFileSync(join(folder, 'null.mjs'), 'throw null')
    writeFileSync(join(folder, 'late.mjs'), "export default () => { throw new Error('no luck') }")
    writeFileSync(
      join(folder, 'rejects.mjs'),
      "export const registry = Promise.reject(new Error('no luck'))",
    )
    writeFileSync(join(folder, 'broken.mjs'), 'export const registry = {')
    const problems = "[{ subject: 'shop/order', message: 'it is wrong.', fix: 'Mend it.' }]"
    const thrower = `import { DefinitionError } from ${JSON.stringify(errors)}
      const fail = () => { throw new DefinitionError(${problems}) }`
    writeFileSync(join(folder, 'problems.mjs'), `${thrower}\nfail()`)
    writeFileSync(join(folder, 'asked.mjs'), `${thrower}\nexport const registry = fail`)
    writeFileSync(join(folder, 'idle.mjs'), 'export default () => { throw null }')
    const { exitCode, stderr } = await run(['list', '--app', name], { cwd: folder })
    expect(exitCode).toBe(code)
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
