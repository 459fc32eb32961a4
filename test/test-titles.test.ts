import { describe, expect, it } from 'vitest'
import { testTitles } from './test-titles.js'

describe('testTitles', () => {
  it.each([
    ['a test', "it('adds [X-01]', () => {})", ["'adds [X-01]'"]],
    ['a table', "it.each([1, 2])('adds %i', () => {})", ["'adds %i'"]],
    ['a template', 'it(`adds ${one}`, () => {})', ['`adds ${one}`']],
    [
      'a suite and its tests',
      "describe('sums', () => { it('adds', () => {}) })",
      ["'sums'", "'adds'"],
    ],
    ['a conditional test', "it.runIf(true)('adds', () => {})", ["'adds'"]],
  ])('reads %s', (_kind, source, titles) => {
    expect(testTitles(source)).toEqual(titles)
  })

  it.each([
    ['a comment', "// it('adds [X-01]')"],
    ['other calls', "expect('adds [X-01]').toBe(1)"],
    ['a skipped test', "it.skip('adds [X-01]', () => {})"],
    ['a test still to be written', "it.todo('adds [X-01]')"],
    ['a test inside a skipped suite', "describe.skip('sums', () => { it('adds', () => {}) })"],
  ])('does not read %s', (_kind, source) => {
    expect(testTitles(source)).toEqual([])
  })
})
