import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ClosingLine, closingLine, type ClosingProcess } from './closing-line.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

/** Runs vitest itself on fixture files; gives its exit code and the last line it printed. */
function runFixtures(...filters: string[]): { exitCode: number | null; lastLine: string } {
  const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))
  const run = spawnSync(process.execPath, [vitest, 'run', '--root', fixtures, ...filters], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  return { exitCode: run.status, lastLine: run.stdout.trimEnd().split('\n').at(-1) ?? '' }
}

describe('closingLine', () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 0 }, '3 passed, 0 failed'],
    [{ passed: 3, failed: 1, skipped: 2 }, '3 passed, 1 failed, 2 skipped'],
  ])('words %o', (tally, line) => {
    expect(closingLine(tally)).toBe(line)
  })
})

describe('ClosingLine', () => {
  it.each([
    ['counts a run in which all is well', ['passing'], 0, '1 passed, 0 failed'],
    ['counts failed and skipped tests', ['passing', 'failing'], 1, '1 passed, 1 failed, 1 skipped'],
    ['counts a file that cannot be imported as failed', ['broken-import'], 1, '0 passed, 1 failed'],
    ['counts a suite whose set-up fails', ['broken-suite'], 1, '0 passed, 1 failed, 1 skipped'],
    ['takes a run without any file for a failed one', ['no-such-file'], 1, '0 passed, 1 failed'],
    [
      'takes a run of skipped tests for a failed one',
      ['failing', '-t', 'is skipped'],
      1,
      '0 passed, 1 failed, 2 skipped',
    ],
  ])('%s', (_behaviour, filters, exitCode, lastLine) => {
    expect(runFixtures(...filters)).toEqual({ exitCode, lastLine })
  })

  it('reports a failure when the run never came to its end', () => {
    const written: string[] = []
    let exit = (): void => undefined
    const fake: ClosingProcess = {
      once: (_event, listener) => (exit = listener),
      stdout: { write: (text) => written.push(text) },
    }
    new ClosingLine(fake).onInit()
    exit()
    expect({ written, exitCode: fake.exitCode }).toEqual({
      written: ['0 passed, 1 failed\n'],
      exitCode: 1,
    })
  })
})
