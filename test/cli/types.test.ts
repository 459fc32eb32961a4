import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { run, type Run } from './run.js'

/** Inside this package, so that the program finds it and its peers by their names. */
let folder = ''
beforeEach(() => {
  mkdirSync(resolve('.tmp'), { recursive: true })
  folder = mkdtempSync(resolve('.tmp', 'cli-types-'))
  mkdirSync(join(folder, 'src'))
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }))
  write('src/app.ts', source('customer!: string'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  types: ['node'],
}

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text)
}

/** A program with one tool, over the sources of this package, with this member under `@IsString()`. */
function source(member: string): string {
  return `
import 'reflect-metadata'
import { IsString } from 'class-validator'
import { Container } from 'inversify'
import { discoverTools, Tool, toolModule } from '../../../src/index.js'

@Tool({ server: 'shop', name: 'order' })
export class Order {
  /** Who orders. */
  @IsString()
  ${member}

  call(): { id: string } {
    return { id: '1' }
  }
}

const container = new Container()
container.load(toolModule(Order))
export const registry = discoverTools(container)
export const facts = '../tallystick.types.json'
`
}

const withoutClasses = `
import { ToolRegistry } from '../../../src/index.js'

export const registry = ToolRegistry.empty()
`

function runTypes(args: readonly string[] = [], cwd = folder): Promise<Run> {
  return run(['types', ...args], { cwd })
}

const check = (...args: readonly string[]): Promise<Run> =>
  runTypes(['--check', '--app', join(folder, 'src/app.ts'), ...args])

describe('tallystick types', () => {
  it('writes the file beside the tsconfig, and leaves it while nothing changes', async () => {
    expect((await runTypes()).stdout).toBe('Wrote tallystick.types.json (tools: 1)')
    expect((await runTypes()).stdout).toBe('Up to date: tallystick.types.json (tools: 1)')
    expect((await runTypes(['--force'])).stdout).toMatch(/^Wrote /)
    expect(readFileSync(join(folder, 'tallystick.types.json'), 'utf8')).toContain('Who orders.')
  }, 60_000)

  it('finds the tsconfig above the folder it runs in, and writes where it is told', async () => {
    const { stdout } = await runTypes(['--out', 'facts.json', '--json'], join(folder, 'src'))
    expect(JSON.parse(stdout)).toEqual({ status: 'written', file: 'facts.json', tools: 1 })
  }, 60_000)

  it('exits with 1 and says what is wrong where there are no types to read [CLI-01]', async () => {
    write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: false }, include: ['src'] }))
    const { exitCode, stderr } = await runTypes()
    expect(exitCode).toBe(1)
    expect(stderr).toContain('strictNullChecks is off')
  }, 60_000)
})

describe('tallystick types --check', () => {
  it('exits with 0 while the file is up to date and types and validators agree', async () => {
    await runTypes()
    const checked = await check()
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' })
    expect(checked.stdout).toBe('agreed types and validators of 1 tools')
  }, 60_000)

  it('does not mind an edit that changes no type', async () => {
    await runTypes()
    write('src/app.ts', `${source('customer!: string')}// A comment.\n`)
    expect((await check()).exitCode).toBe(0)
    write('src/app.ts', source('customer!: string').replace('Who orders.', 'Who pays.'))
    expect((await check()).stdout).toContain('stale tallystick.types.json: ')
  }, 60_000)

  it('exits with 1 where the file is missing', async () => {
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(1)
    expect(stdout).toContain('stale tallystick.types.json: ')
  }, 60_000)

  it('exits with 1 where types and validators differ, and says where, how and what to do', async () => {
    write('src/app.ts', source('customer!: number'))
    await runTypes()
    const { exitCode, stdout } = await check('--json')
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      agrees: false,
      tools: 1,
      drifts: [{ toolId: 'shop/order', property: 'customer', kind: 'disjoint', severity: 'error' }],
    })
    expect((await check()).stdout).toMatch(/^error +shop\/order customer +disjoint /m)
  }, 60_000)

  it('warns where a model is refused what the type allows', async () => {
    write('src/app.ts', source('customer?: string'))
    await runTypes()
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^warning +shop\/order customer +presence /m)
  }, 60_000)

  it('says that the types know nothing of a tool that their tsconfig leaves out', async () => {
    write('src/other.ts', withoutClasses)
    write('other.json', JSON.stringify({ compilerOptions, files: ['src/other.ts'] }))
    const project = ['--project', join(folder, 'other.json')]
    await runTypes(project)
    const { exitCode, stdout } = await check(...project)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^error +shop\/order +no-facts /m)
  }, 60_000)

  it('names the way out where Node.js cannot run decorators as they stand', async () => {
    write('src/other.ts', withoutClasses)
    await runTypes()
    write('tsconfig.json', JSON.stringify({ compilerOptions: {}, files: ['src/other.ts'] }))
    const { exitCode, stderr } = await check()
    expect(exitCode).toBe(1)
    expect(stderr).toContain('register a loader that does: NODE_OPTIONS="--import tsx"')
  }, 60_000)

  it('looks at the file it is told of', async () => {
    await runTypes(['--out', 'facts.json'])
    expect((await check('--out', 'facts.json')).stdout).not.toContain('stale')
    expect((await check()).stdout).toContain('stale tallystick.types.json: ')
  }, 60_000)

  it('says that there is nothing to compare where no tool is made of a class', async () => {
    write('src/app.ts', withoutClasses)
    await runTypes()
    const checked = await check()
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' })
    expect(checked.stdout).toBe('There is no tool of a class to compare.')
  }, 60_000)
})
