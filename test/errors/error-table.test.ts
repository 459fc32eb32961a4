import { describe, expect, it } from 'vitest'
import { dispositions } from '../../src/errors/disposition.js'
import { errorCodes, type ToolErrorCode } from '../../src/errors/error-codes.js'
import { standardModelText } from '../../src/errors/model-text.js'

const codes = Object.keys(errorCodes) as ToolErrorCode[]

describe('errorCodes', () => {
  it.each(codes)('has a complete row for %s [DIS-03]', (code) => {
    const { when, disposition, retry } = errorCodes[code]
    expect(when).toMatch(/^\S.*\S$/)
    expect([...dispositions, 'stated', 'mark']).toContain(disposition)
    expect(['never', 'always', 'unless-write', 'stated']).toContain(retry)
  })

  it('lets only failures that may not have happened be tried again [DIS-08c]', () => {
    const retried = codes.filter((code) => errorCodes[code].retry !== 'never')
    expect(retried).toEqual(['UNREACHABLE', 'TIMED_OUT', 'TOOL_FAILED'])
  })
})

describe('standardModelText', () => {
  it.each(codes)('has a sentence of its own for %s', (code) => {
    expect(standardModelText({ code, disposition: 'did-not-happen' })).toMatch(/^[A-Z].*\.$/)
  })

  it('says the same of a tool that is not granted and of one that is not there [DIS-02]', () => {
    const [unknown, ungranted] = (['UNKNOWN_TOOL', 'NOT_GRANTED'] as const).map((code) =>
      standardModelText({ code, disposition: 'did-not-happen' }),
    )
    expect(unknown).toBe(ungranted)
  })

  it('says what is known of the effect, then the reference', () => {
    const text = standardModelText({ code: 'CANCELLED', disposition: 'landed', reference: 'r1' })
    expect(text).toBe('The call was cancelled. It took effect. Reference: r1.')
  })

  it('lists issues for arguments and answers only', () => {
    const issues = [{ path: 'a', code: 'isInt', message: 'a must be an integer.' }]
    const facts = { disposition: 'landed', issues } as const
    expect(standardModelText({ code: 'INVALID_ARGUMENTS', ...facts })).toContain('\n- a must')
    expect(standardModelText({ code: 'OUTPUT_INVALID', ...facts })).not.toContain('a must')
  })
})
