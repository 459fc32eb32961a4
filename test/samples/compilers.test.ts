import { transformFile } from '@swc/core'
import { build, transform } from 'esbuild'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiledLedger, dataFolder } from './compiled-ledger.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = join(root, 'samples/ledger')
const driver = fileURLToPath(new URL('call-table.mjs', import.meta.url))

// Inside the repository, so that `import … from 'tallystick'` finds this very package.
mkdirSync(join(root, '.tmp'), { recursive: true })
const workshop = mkdtempSync(join(root, '.tmp/compilers-'))
afterAll(() => rmSync(workshop, { recursive: true, force: true }))

const sourceFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.startsWith('dist'),
)

/** One bundle; every name that may be shortened is. */
async function buildMinified(folder: string): Promise<void> {
  const outfile = join(folder, 'app.js')
  const entryPoints = [join(sources, 'app.ts')]
  const shape = { bundle: true, packages: 'external', format: 'esm', platform: 'node' } as const
  await build({ entryPoints, outfile, ...shape, target: 'es2022', minify: true })
}

/** File by file, as tsx does it: no decorator metadata. */
async function buildWithoutMetadata(folder: string): Promise<void> {
  const entryPoints = sourceFiles.map((path) => join(sources, path))
  await build({ entryPoints, outdir: folder, outbase: sources, format: 'esm', target: 'es2022' })
}

/** File by file with decorator metadata, which SWC writes in its own way for enums. */
async function buildWithSwc(folder: string): Promise<void> {
  for (const path of sourceFiles) {
    const { code } = await transformFile(join(sources, path), swcOptions)
    const file = join(folder, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code)
  }
}

const swcOptions = {
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
  },
} as const

interface Report {
  readonly schemas: readonly unknown[]
  readonly calls: readonly { readonly name: string; readonly outcome?: unknown }[]
  readonly accounts: readonly unknown[]
}

function runNode(script: string, ...parameters: readonly string[]): string {
  const run = spawnSync(process.execPath, [script, ...parameters], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return run.stdout
}

function reportOf(appUrl: URL): Report {
  return JSON.parse(runNode(driver, appUrl.href, dataFolder.href)) as Report
}

describe('the ledger tools', { timeout: 20_000 }, () => {
  let expected: Report
  beforeAll(() => {
    expected = reportOf(new URL('app.js', compiledLedger))
  })

  it('come to every kind of outcome in the table of calls', () => {
    const outputs = expected.calls.filter(({ outcome }) => outcome !== undefined)
    expect(outputs.map(({ name }) => name)).toEqual([
      ...['balance', 'balance', 'postings', 'postings', 'postings'],
      ...['transfer', 'transfer', 'open_account', 'close_account'],
    ])
  })

  it.each([
    ['minified by esbuild', 'minified', buildMinified],
    ['compiled by SWC with decorator metadata', 'swc', buildWithSwc],
    ['compiled by esbuild without decorator metadata', 'bare', buildWithoutMetadata],
  ])('behave the same %s', async (_how, name, compile) => {
    const folder = join(workshop, name)
    await compile(folder)
    expect(reportOf(pathToFileURL(join(folder, 'app.js')))).toEqual(expected)
  })

  it('are compared with decorator metadata and without, with names and without', () => {
    const transferBy = (path: string): string => readFileSync(join(workshop, path), 'utf8')
    expect(transferBy('swc/tools/transfer.js')).toContain('design:paramtypes')
    expect(transferBy('bare/tools/transfer.js')).not.toContain('design:')
    expect(transferBy('minified/app.js')).not.toMatch(/class (Transfer|Ledger|Period)\b/)
  })
})

/** A program that prints the problems of its one tool, whose property or parameter is written as given. */
function programWith(member: string): string {
  return `
    import 'reflect-metadata'
    import { IsString, ValidateNested } from 'class-validator'
    import { Container, inject } from 'inversify'
    import { DefinitionError, discoverTools, Tool, toolModule } from 'tallystick'

    class Ledger {}
    class Period { @IsString() from!: string }

    @Tool({ server: 'ledger', name: 'balance', description: 'A balance.', mutates: false })
    class Balance {
      ${member}
      call() { return 0 }
    }

    const container = new Container()
    container.bind(Ledger).toConstantValue(new Ledger())
    container.load(toolModule(Balance))
    try {
      const registry = discoverTools(container)
      registry.verify()
      console.log('[]')
    } catch (error) {
      console.log(JSON.stringify(DefinitionError.is(error) ? error.problems : String(error)))
    }`
}

async function problemsOf(member: string): Promise<readonly Record<string, string>[]> {
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } }
  const { code } = await transform(programWith(member), { loader: 'ts', tsconfigRaw })
  const file = join(mkdtempSync(join(workshop, 'program-')), 'program.js')
  writeFileSync(file, code)
  return JSON.parse(runNode(file)) as readonly Record<string, string>[]
}

describe('a tool class compiled without decorator metadata', { timeout: 20_000 }, () => {
  it('is told to name the service of a constructor parameter [DEF-11]', async () => {
    const [problem, ...more] = await problemsOf('constructor(private readonly ledger: Ledger) {}')
    expect(more).toEqual([])
    expect(problem?.['subject']).toContain('ledger/balance')
    expect(problem?.['message']).toContain('constructor parameter 0 of class Balance')
    expect(problem?.['fix']).toContain('@inject(')
  })

  it('is told to name the class of a nested argument [DEF-11]', async () => {
    const [problem, ...more] = await problemsOf('@ValidateNested() period!: Period')
    expect(more).toEqual([])
    expect(problem?.['subject']).toContain('property "period"')
    expect(problem?.['fix']).toContain('@Type(() =>')
  })

  it('needs no more than @inject [DEF-11]', async () => {
    const member = 'constructor(@inject(Ledger) private readonly ledger: Ledger) {}'
    expect(await problemsOf(member)).toEqual([])
  })
})
