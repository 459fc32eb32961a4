import { describe, expect, it } from 'vitest'

import { CommandFailure } from '../../src/cli/command-failure.js'
import { reportFailure } from '../../src/cli/report-failure.js'
import type { Terminal } from '../../src/cli/terminal/terminal.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { ToolError, type ToolErrorInit } from '../../src/errors/tool-error.js'

/** What a failure prints, and what the command exits with. */
function report(error: unknown, isJson = false) {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal: Terminal = {
    ...{ cwd: '/', isInteractive: false, hasColours: false },
    print: (text) => out.push(text),
    warn: (text) => err.push(text),
    readInput: () => Promise.reject(new Error('nothing to read')),
    confirm: () => Promise.resolve(false),
  }
  const exitCode = reportFailure(error, { terminal, isJson })
  return { exitCode, out: out.join('\n'), err: err.join('\n') }
}

function failed(init: Partial<ToolErrorInit> = {}): ToolError {
  const disposition = 'did-not-happen'
  return new ToolError({
    code: 'TOOL_FAILED',
    disposition,
    message: 'shop/pay: it failed.',
    ...init,
  })
}

describe('reportFailure', () => {
  it('says in its own words what a user can mend, and exits with what it asks for', () => {
    const failure = new CommandFailure('There is no app.')
    expect(report(failure)).toEqual({ exitCode: 2, out: '', err: 'error: There is no app.' })
    expect(JSON.parse(report(failure, true).out)).toEqual({
      error: { message: 'There is no app.' },
    })
  })

  it('says every problem of a definition in a line of its own', () => {
    const problems = ['a', 'b'].map((subject) => ({ subject, message: 'no.', fix: 'Mend it.' }))
    const error = new DefinitionError(problems)
    expect(report(error).err).toBe('error: a: no. Mend it.\nerror: b: no. Mend it.')
    expect(JSON.parse(report(error, true).out)).toEqual({ error: { problems } })
  })

  it.each([
    ['did-not-happen', 'error: shop/pay: it failed.'],
    ['in-doubt', 'error: shop/pay: it failed. (in-doubt)'],
    ['landed', 'error: shop/pay: it failed. (landed)'],
  ] as const)('says of a call that %s what is known of its effect', (disposition, told) => {
    expect(report(failed({ disposition }))).toEqual({ exitCode: 1, out: '', err: told })
    expect(JSON.parse(report(failed({ disposition }), true).out)).toMatchObject({
      error: { code: 'TOOL_FAILED', disposition, message: 'shop/pay: it failed.' },
    })
  })

  it('keeps the stack of a fault that is nobody else’s, for a report', () => {
    const fault = new TypeError('not ours')
    expect(report(fault)).toEqual({ exitCode: 1, out: '', err: `error: ${String(fault.stack)}` })
    delete fault.stack
    expect(report(fault).err).toBe('error: not ours')
    expect(report('thrown').err).toBe('error: thrown')
    expect(JSON.parse(report('thrown', true).out)).toEqual({ error: { message: 'thrown' } })
  })
})
