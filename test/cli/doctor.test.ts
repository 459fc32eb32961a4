import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { IsString } from 'class-validator'
import { Container } from 'inversify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { metadataFinding, tsconfigFinding } from '../../src/cli/doctor/compiler-findings.js'
import { packageFindings } from '../../src/cli/doctor/package-findings.js'
import { nodeFinding } from '../../src/cli/doctor/runtime-findings.js'
import { discoverTools, Tool, toolModule } from '../../src/index.js'
import { readCompilerFlags } from '../../src/types/project/compiler-flags.js'
import type { OwnPackage } from '../../src/cli/own-package.js'
import { registry } from './fixtures/shop.js'
import { tool } from '../registry/tools.js'
import { fixture, run } from './run.js'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'doctor-')))
let project = ''
let count = 0
afterAll(() => {
  rmSync(base, { recursive: true })
})
beforeEach(() => {
  count += 1
  project = join(base, count.toString())
  mkdirSync(project)
})

/** Installs a package of this version below a folder of the project. */
function install(name: string, version: string, below = ''): string {
  const folder = join(project, below, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
  return folder
}

function ownPackage(peers: Readonly<Record<string, string>>, below = ''): OwnPackage {
  return {
    folder: join(project, below),
    version: '1.0.0',
    node: '>=20.19',
    peers,
    devDependencies: {},
    optionalPeers: new Set(['typescript-json-schema']),
  }
}

const validator = { 'class-validator': '^0.15.1' }

describe('the doctor on packages', () => {
  it('is content with one copy in range', () => {
    install('class-validator', '0.15.1')
    expect(packageFindings(project, ownPackage(validator))).toEqual([
      { subject: 'class-validator', state: 'good', message: '0.15.1 is installed.' },
    ])
  })

  it.each([
    ['a peer that is missing', undefined, 'is not installed.'],
    ['a version out of range', '0.14.0', '0.14.0 is installed, and ^0.15.1 is needed.'],
  ])('says how to mend %s', (_what, version, message) => {
    if (version !== undefined) install('class-validator', version)
    expect(packageFindings(project, ownPackage(validator))).toEqual([
      {
        subject: 'class-validator',
        state: 'bad',
        message,
        fix: 'npm install class-validator@"^0.15.1"',
      },
    ])
  })

  it('does not miss an optional peer', () => {
    const [finding] = packageFindings(project, ownPackage({ 'typescript-json-schema': '^0.68.0' }))
    expect(finding?.state).toBe('good')
  })

  it('finds the copy that this package would use instead', () => {
    const used = install('class-validator', '0.15.1')
    const ours = install('class-validator', '0.15.2', 'node_modules/tallystick')
    const [finding] = packageFindings(project, ownPackage(validator, 'node_modules/tallystick'))
    expect(finding).toMatchObject({ state: 'bad' })
    expect(finding?.message).toContain(used)
    expect(finding?.message).toContain(ours)
  })

  it.each(['node_modules/other', 'node_modules/@scope/other', 'node_modules/.pnpm/other@1'])(
    'finds another copy in %s',
    (below) => {
      install('class-validator', '0.15.1')
      install('class-validator', '0.15.0', below)
      const [finding] = packageFindings(project, ownPackage(validator))
      expect(finding).toMatchObject({ state: 'caution' })
      expect(finding?.message).toMatch(/^2 copies are installed: .*0\.15\.0/)
    },
  )

  it('takes a linked copy for one, and is not caught by links in a circle', () => {
    const folder = install('class-validator', '0.15.1')
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(project, join(folder, 'node_modules', 'app'))
    mkdirSync(join(project, 'node_modules', 'linked', 'node_modules'), { recursive: true })
    symlinkSync(folder, join(project, 'node_modules/linked/node_modules/class-validator'))
    expect(packageFindings(project, ownPackage(validator))[0]?.state).toBe('good')
  })
})

describe('the doctor on the runtime', () => {
  it.each([
    ['20.19.0', 'good'],
    ['24.1.0', 'good'],
    ['20.18.1', 'bad'],
  ])('judges Node.js %s as %s', (version, state) => {
    expect(nodeFinding(version, '>=20.19').state).toBe(state)
  })

  it('sees that the compiler of the app emits metadata, by the types its classes carry', async () => {
    expect((await metadataFinding(registry.definitions)).state).toBe('good')
  })

  it('sees that it emits none, by classes that carry no types', async () => {
    class Plain {
      call(): number {
        return 1
      }
    }
    IsString()(Plain.prototype, 'text')
    Tool({ server: 'plain', name: 'one' })(Plain)
    const container = new Container()
    container.load(toolModule(Plain))
    expect(await metadataFinding(discoverTools(container).definitions)).toMatchObject({
      state: 'caution',
      fix: expect.stringContaining('@Type(() => TheClass)') as unknown,
    })
  })

  const sound = {
    tsconfig: 'tsconfig.json',
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    strictNullChecks: true,
  }

  it.each([
    ['all flags set', {}, 'good', /has the flags/],
    ['no decorators', { experimentalDecorators: false }, 'bad', /experimentalDecorators is off/],
    ['no strict nulls', { strictNullChecks: false }, 'caution', /strictNullChecks is off/],
    ['no metadata', { emitDecoratorMetadata: false }, 'caution', /emitDecoratorMetadata is off/],
  ])('judges a tsconfig with %s', (_what, flags, state, message) => {
    const finding = tsconfigFinding(() => ({ ...sound, ...flags }))
    expect(finding.state).toBe(state)
    expect(finding.message).toMatch(message)
  })

  it('says that a tsconfig cannot be judged, and why', () => {
    const finding = tsconfigFinding(() => readCompilerFlags(join(base, 'none')))
    expect(finding).toMatchObject({ state: 'caution' })
    expect(finding.message).toContain('there is no tsconfig')
  })

  it('has nothing to tell it by without a class that has arguments', async () => {
    expect((await metadataFinding([tool()])).message).toBe(
      'no tool class has arguments to tell it by.',
    )
  })
})

describe('tallystick doctor', () => {
  it('tells of every peer, the binding, the app and its compiler as JSON', async () => {
    const { stdout } = await run(['doctor', '--json', '--app', fixture('shop.ts')])
    const findings = JSON.parse(stdout) as readonly { subject: string; state: string }[]
    expect(findings.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['node', 'class-validator', 'inversify', 'sqlite', 'app', 'metadata']),
    )
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([])
  })

  it('exits with 1 for what gets in the way, and says what to do', async () => {
    const { exitCode, stdout } = await run(['doctor'], { cwd: project })
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^bad +class-validator +is not installed\. npm install class-validator/m)
  })
})
