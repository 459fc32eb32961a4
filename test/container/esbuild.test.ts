import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as App from './fixtures/esbuild-app.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-esbuild-'))
let app: typeof App

beforeAll(async () => {
  const outfile = join(folder, 'app.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'fixtures/esbuild-app.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
  })
  app = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as typeof App
}, 60_000)

afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('an application bundled and minified by esbuild, which emits no metadata', () => {
  it('is told which parameter needs @inject [DEF-11]', () => {
    const [problem, ...more] = app.problemsWithoutInject()
    expect(more).toEqual([])
    expect(problem?.subject).toBe('shop/order')
    expect(problem?.message).toContain('constructor parameter 0')
    expect(problem?.fix).toMatch(/@inject\(Token\).*emitDecoratorMetadata/)
  })

  it('calls its tools with explicit @inject, whatever their classes are called [DEF-09] [DEF-11]', async () => {
    expect(await app.callExplicitTools()).toEqual([
      { status: 'output', value: 30 },
      { status: 'output', value: 'added' },
    ])
  })
})
