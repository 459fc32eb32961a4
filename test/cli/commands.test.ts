import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { fixture, run, type Run, type RunOptions } from './run.js'

const app = ['--app', fixture('shop.ts')]
const folder = mkdtempSync(join(tmpdir(), 'cli-args-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function runApp(args: readonly string[], options?: RunOptions): Promise<Run> {
  return run([...args, ...app], options)
}

describe('tallystick', () => {
  it('prints its version', async () => {
    expect(await run(['--version'])).toMatchObject({ exitCode: 0, stdout: packageJson.version })
  })

  it.each([[['--help']], [['list', '--help']], [['call', '--help']], [['types', '--help']]])(
    'prints help for %j [CLI-01]',
    async (args) => {
      const { exitCode, stdout, stderr } = await run(args)
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).toContain('Usage: tallystick')
    },
  )

  it.each([
    [['lst'], /unknown command 'lst'/],
    [['list', '--aap', 'x'], /unknown option '--aap'/],
    [['describe'], /missing required argument 'tool'/],
    [['list', '--app'], /argument missing/],
    [['describe', 'shop/price', '--for', 'clippy'], /Allowed choices are/],
  ])('exits with 2 and says what is wrong for %j [CLI-01]', async (args, words) => {
    const { exitCode, stdout, stderr } = await run(args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(words)
  })

  it('says what is wrong with its options as JSON, too', async () => {
    const { exitCode, stdout } = await run(['list', '--json', '--bogus'])
    expect(exitCode).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { message: expect.stringContaining('--bogus') as unknown },
    })
  })
})

describe('what the command prints of texts that come from elsewhere', () => {
  const hostile = ['--app', fixture('hostile.ts')]
  const lines = (text: string): readonly string[] =>
    text.split('\n').map((line) => line.trimStart())

  it.each([
    [['list']],
    [['describe', 'm/x']],
    [['describe', 'm/x', '--json']],
    [['explain', 'm/x']],
  ])('is shown and never acted on by a terminal or a CI runner: %j', async (args) => {
    const { stdout } = await run([...args, ...hostile])
    expect(stdout).toMatch(/\\u001b|explain|m\/x/)
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    expect(lines(stdout).filter((line) => line.startsWith('::'))).toEqual([])
  })

  it('is still JSON where JSON is asked for', async () => {
    const { stdout } = await run(['list', '--json', ...hostile])
    const [{ description } = { description: '' }] = JSON.parse(stdout) as { description: string }[]
    expect(description).toContain('\u001b]0;pwn')
    expect(description).toContain(String.fromCodePoint(0xe0041))
  })
})

describe('tallystick list', () => {
  it('shows each tool with its effect, source and the first sentence of its description', async () => {
    const { stdout } = await runApp(['list'])
    expect(stdout.split('\n')).toEqual([
      'TOOL        EFFECT  SOURCE   DESCRIPTION',
      'shop/order  write   builtin  Orders an article.',
      'shop/price  read    builtin  The price of an article.',
    ])
  })

  it('shows what selectors select', async () => {
    const { stdout } = await runApp(['list', '@readonly', '@group:sales', '-shop/order'])
    expect(stdout.match(/^shop\S+/gm)).toEqual(['shop/price'])
  })

  it('prints descriptors as JSON', async () => {
    const { stdout } = await runApp(['list', '--json', 'price'])
    expect(JSON.parse(stdout)).toMatchObject([{ id: 'shop/price', wireName: 'shop__price' }])
  })

  it('says which selector is wrong, as text or as JSON [CLI-01]', async () => {
    const text = await runApp(['list', '@builtins'])
    expect(text.exitCode).toBe(1)
    expect(text.stderr).toMatch(/^error: entries\[0\] "@builtins": there is no such group/)
    const json = await runApp(['list', '@builtins', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { problems: [{ subject: 'entries[0] "@builtins"' }] },
    })
  })

  it('paints on terminals only', async () => {
    expect((await runApp(['list'], { hasColours: true })).stdout).toContain('\u001b[')
    expect((await runApp(['list'])).stdout).not.toContain('\u001b[')
  })
})

describe('tallystick describe', () => {
  it('shows identity, effect and every argument', async () => {
    const { stdout } = await runApp(['describe', 'shop__order'])
    expect(stdout.split('\n')).toEqual([
      'shop/order',
      '',
      'says       Orders an article.',
      'effect     write',
      'wire name  shop__order',
      'source     builtin',
      'groups     sales',
      '',
      'Arguments',
      '  sku    string                required',
      '  count  integer (at least 1)  default 1',
    ])
  })

  it('says that there is no such tool, and which is near', async () => {
    const { exitCode, stderr } = await runApp(['describe', 'shop/prices'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Did you mean "shop/price"?')
  })
})

describe('tallystick call', () => {
  it('prints the output of a read as JSON without asking', async () => {
    const done = await runApp(['call', 'shop/price', '--args', '{"sku":"A-1"}'])
    expect(done).toMatchObject({ exitCode: 0, stdout: '1250', questions: [] })
  })

  it('takes arguments from a file and from standard input', async () => {
    writeFileSync(join(folder, 'args.json'), '{"sku":"A-1"}')
    const file = await runApp(['call', 'shop/price', '--args', '@args.json'], { cwd: folder })
    const input = await runApp(['call', 'shop/price', '--args', '-'], { input: '{"sku":"A-1"}' })
    expect([file.stdout, input.stdout]).toEqual(['1250', '1250'])
  })

  it('asks before a tool that changes the world, and calls it on a yes', async () => {
    const args = ['call', 'shop/order', '--args', '{"sku":"A-1"}']
    const yes = await runApp(args, { isInteractive: true, answer: true })
    expect(yes.questions).toEqual(['shop/order changes the world (effect: write). Call it?'])
    expect(JSON.parse(yes.stdout)).toEqual({ ordered: 'A-1', count: 1 })
    const no = await runApp(args, { isInteractive: true, answer: false })
    expect(no).toMatchObject({ exitCode: 1, stdout: '' })
  })

  it('refuses such a tool where nobody can be asked, unless --yes says so', async () => {
    const args = ['call', 'shop/order', '--args', '{"sku":"A-1"}']
    expect(await runApp(args)).toMatchObject({ exitCode: 2, stdout: '' })
    expect((await runApp([...args, '--yes'])).exitCode).toBe(0)
  })

  it('asks nobody where standard input holds the arguments', async () => {
    const args = ['call', 'shop/order', '--args', '-']
    const options = { isInteractive: true, answer: true, input: '{"sku":"A-1"}' }
    const { exitCode, questions } = await runApp(args, options)
    expect({ exitCode, questions }).toEqual({ exitCode: 2, questions: [] })
  })

  it.each([
    ['arguments that are refused', ['shop/price'], /sku is required/],
    [
      'a failure that the tool states',
      ['shop/price', '--args', '{"sku":"gone"}'],
      /no such article/,
    ],
    ['a tool that is not there', ['shop/none'], /no tool of this name/],
  ])('exits with 1 and no stack for %s [CLI-01]', async (_what, args, words) => {
    const { exitCode, stdout, stderr } = await runApp(['call', ...args])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it.each([['not json'], ['@none.json'], ['']])(
    'exits with 2 for arguments that are no JSON, and never repeats them: %j',
    async (args) => {
      const { exitCode, stderr } = await runApp(['call', 'shop/price', '--args', args])
      expect(exitCode).toBe(2)
      expect(stderr).toMatch(/^error: --args: /)
      expect(stderr).not.toContain('not json')
    },
  )
})
