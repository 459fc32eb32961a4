import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { highestDisposition } from '../../src/errors/disposition.js'
import { restateError, ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { ToolId } from '../../src/tools/tool-id.js'

const toolId = new ToolId('shop', 'order')

function failed(fields: Partial<ConstructorParameters<typeof ToolError>[0]> = {}): ToolError {
  const known = { code: 'TOOL_FAILED', disposition: 'did-not-happen', message: 'x' } as const
  return new ToolError({ ...known, ...fields })
}

describe('ToolError', () => {
  it('is made where a host has frozen the limit of stacks, and leaves it as it was', () => {
    const { stackTraceLimit } = Error
    const limit = { value: stackTraceLimit, enumerable: true, configurable: true }
    Object.defineProperty(Error, 'stackTraceLimit', { ...limit, writable: false })
    onTestFinished(() => {
      Object.defineProperty(Error, 'stackTraceLimit', { ...limit, writable: true })
    })
    for (const code of ['TOOL_FAILED', 'INVALID_ARGUMENTS'] as const)
      expect(failed({ code })).toMatchObject({ code, message: 'x' })
    expect(Error.stackTraceLimit).toBe(stackTraceLimit)
  })

  it('has a stack where a program is at fault, and none for arguments', () => {
    const { stackTraceLimit } = Error
    expect(failed().stack).toContain('errors.test')
    expect(failed({ code: 'INVALID_ARGUMENTS' }).stack).not.toContain('errors.test')
    expect(Error.stackTraceLimit).toBe(stackTraceLimit)
  })

  it('is JSON without message, cause and stack [DIS-03]', () => {
    const error = failed({ toolId, cause: new Error('secret'), retryAfterMs: 5, reference: 'r' })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      ...{ code: 'TOOL_FAILED', disposition: 'did-not-happen', tool: 'shop/order', issues: [] },
      ...{ modelText: 'The tool failed unexpectedly. Reference: r.' },
      ...{ retryable: false, retryAfterMs: 5, reference: 'r' },
    })
  })

  it('is an Error with a name and a cause', () => {
    const error = failed({ cause: undefined })
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe('ToolError')
    expect('cause' in error).toBe(true)
    expect('cause' in failed()).toBe(false)
  })

  it('is not changed from outside through its issues', () => {
    const issues = [{ path: 'a', code: 'c', message: 'm' }]
    const error = failed({ issues })
    issues.pop()
    expect(error.issues).toHaveLength(1)
    expect(Object.isFrozen(error.issues)).toBe(true)
  })
})

describe('restateError', () => {
  it('gives the error itself when nothing changes', () => {
    const error = failed({ callId: 'c' })
    expect(restateError(error, { callId: 'c', disposition: 'did-not-happen' })).toBe(error)
  })

  it('gives a copy whose cause is the error, all else as it was [DIS-08a]', () => {
    const error = failed({ retryable: true, modelText: 'Own words.', toolId, callId: 'c' })
    const raised = restateError(error, { disposition: 'in-doubt', retryable: false })
    expect(raised).toMatchObject({ disposition: 'in-doubt', retryable: false, cause: error })
    expect(raised).toMatchObject({ modelText: 'Own words.', toolId, callId: 'c' })
  })

  it('words the copy anew where the words were the constant ones', () => {
    const raised = restateError(failed(), { disposition: 'landed' })
    expect(raised.modelText).toBe('The tool failed unexpectedly. It took effect.')
  })
})

describe('highestDisposition', () => {
  it.each([
    ['did-not-happen', 'in-doubt', 'in-doubt'],
    ['landed', 'in-doubt', 'landed'],
    ['in-doubt', 'in-doubt', 'in-doubt'],
  ] as const)('of %s and %s is %s', (first, second, highest) => {
    expect(highestDisposition(first, second)).toBe(highest)
    expect(highestDisposition(second, first)).toBe(highest)
  })
})

describe('the brands', () => {
  it('hold across two copies of the package [DIS-08b]', async () => {
    vi.resetModules()
    const { ToolError: OtherError } = await import('../../src/errors/tool-error.js')
    const { ToolFailure: OtherFailure } = await import('../../src/errors/tool-failure.js')
    const { DefinitionError: OtherDefinition } =
      await import('../../src/errors/definition-error.js')
    const known = { code: 'BUSY', disposition: 'did-not-happen', message: 'x' } as const
    expect(OtherError).not.toBe(ToolError)
    expect(ToolError.is(new OtherError(known))).toBe(true)
    expect(ToolFailure.is(new OtherFailure('x'))).toBe(true)
    expect(DefinitionError.is(new OtherDefinition([]))).toBe(true)
  })

  it('tell the three apart [DIS-08b]', () => {
    const values = [failed(), new ToolFailure('x'), new DefinitionError([])]
    const classes = [ToolError, ToolFailure, DefinitionError]
    expect(values.map((value) => classes.map((each) => each.is(value)))).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ])
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'ToolError'],
    ['a plain Error', new Error('x')],
    [
      'a Proxy that throws',
      new Proxy(
        {},
        {
          get() {
            throw new Error('x')
          },
        },
      ),
    ],
  ])('are not on %s', (_kind, value) => {
    expect(ToolError.is(value) || ToolFailure.is(value) || DefinitionError.is(value)).toBe(false)
  })
})

describe('DefinitionError', () => {
  it('says all problems in one message, one a line, and keeps them frozen', () => {
    const problem = { subject: 'shop/order', message: 'it is wrong.', fix: 'Fix it.' }
    const error = new DefinitionError([problem, problem])
    expect(error.message).toBe('shop/order: it is wrong. Fix it.\nshop/order: it is wrong. Fix it.')
    expect(error.problems).toEqual([problem, problem])
    expect(Object.isFrozen(error.problems[0])).toBe(true)
  })
})

describe('ToolFailure', () => {
  it('is in doubt and not retryable unless it says otherwise', () => {
    expect(new ToolFailure('x')).toMatchObject({ disposition: 'in-doubt', retryable: false })
  })
})
