import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../../src/errors/definition-error.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'
import { forMcp } from '../../../src/schema/projections/for-mcp.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import { projectTools } from '../../../src/schema/projections/project-tools.js'

const projectNone = (options: never): unknown => projectTools([], forOpenAi(), options)

const wrongOptions: readonly (readonly [string, unknown, string, (options: never) => unknown])[] = [
  ['forOpenAi', { strikt: true }, 'no option "strikt". Did you mean "strict"?', forOpenAi],
  ['forOpenAi', { mode: 'strict' }, 'no option "mode". Known: strict.', forOpenAi],
  ['forOpenAi', { strict: 'yes' }, 'option "strict" has a wrong value. Pass true or', forOpenAi],
  ['forOpenAi', null, 'the options are not an object.', forOpenAi],
  ['forOpenAi', true, 'the options are not an object.', forOpenAi],
  ['forAnthropic', { Strict: true }, 'Did you mean "strict"?', forAnthropic],
  ['forAnthropic', { strict: 1 }, 'Pass true or false.', forAnthropic],
  ['forMcp', { revision: '2024' }, "Pass '2025-11-25' or '2026-07-28'.", forMcp],
  ['forMcp', { revision: 'toString' }, "Pass '2025-11-25' or '2026-07-28'.", forMcp],
  ['forMcp', { revison: '2026-07-28' }, 'Did you mean "revision"?', forMcp],
  ['projectTools', { onLoss: 'thow' }, "Pass 'keep', 'drop' or 'throw'.", projectNone],
  ['projectTools', { onLos: 'throw' }, 'Did you mean "onLoss"?', projectNone],
  ['projectTools', { nameOf: 'name' }, 'Pass a function that gives a tool its name.', projectNone],
]

describe('the options of projections', () => {
  it.each(wrongOptions)('of %s are refused: %j', (subject, options, reason, project) => {
    const call = (): unknown => project(options as never)
    expect(call).toThrow(DefinitionError)
    expect(call).toThrow(new RegExp(`^${subject}: .*`))
    expect(call).toThrow(reason)
  })

  it('count as left out where they are undefined', () => {
    expect(forOpenAi({ strict: undefined } as never)).toBe(forOpenAi())
    expect(forMcp({ revision: undefined } as never)).toBe(forMcp())
  })
})
