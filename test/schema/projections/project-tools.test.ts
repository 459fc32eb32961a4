import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../../src/errors/definition-error.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'
import { forMcp } from '../../../src/schema/projections/for-mcp.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import { projectTools } from '../../../src/schema/projections/project-tools.js'

const closed: JsonSchema = { type: 'object', properties: {}, additionalProperties: false }

function tool(wireName: string, inputSchema: JsonSchema = closed) {
  return { wireName, inputSchema }
}

const guilty = tool('guilty', { type: 'string' })

describe('projectTools', () => {
  it('[SCH-09] drops the one tool that cannot be sent, by name, and keeps the others', () => {
    const { tools, dropped } = projectTools([tool('a'), guilty, tool('b')], forOpenAi())
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(dropped).toEqual([{ name: 'guilty', message: 'the schema accepts no object.' }])
  })

  it('[SCH-09] throws by option and names every tool that cannot be sent', () => {
    const tools = [guilty, tool('a'), tool('b b')]
    const project = (): unknown => projectTools(tools, forOpenAi(), { onLoss: 'throw' })
    expect(project).toThrow(DefinitionError)
    expect(project).toThrow(/guilty: .*\nb b: /)
  })

  it('keeps by option a tool that cannot be sent, as an object of which nothing is said', () => {
    const { tools, dropped, losses } = projectTools([guilty], forOpenAi(), { onLoss: 'keep' })
    expect(dropped).toEqual([])
    expect(tools[0]?.schema).toEqual({ type: 'object', properties: {} })
    expect(losses).toEqual([expect.objectContaining({ name: 'guilty', kind: 'widened' })])
  })

  it('says every reason why a tool that is kept cannot be sent', () => {
    const problems = ['It is open.', 'It is deep.'].map((message) => ({
      subject: 'the target',
      message,
      fix: 'Close it.',
    }))
    const project = (): never => {
      throw new DefinitionError(problems)
    }
    const target = { ...forOpenAi(), project }
    const { losses } = projectTools([tool('a')], target, { onLoss: 'keep' })
    expect(losses.map(({ message }) => message)).toEqual(['It is open. It is deep.'])
  })

  it('hides no fault of a projection behind the tool', () => {
    const project = (): never => {
      throw new TypeError('a fault of our own')
    }
    const target = { ...forOpenAi(), project }
    expect(() => projectTools([tool('a')], target)).toThrow(new TypeError('a fault of our own'))
  })

  it.each([
    ['crm.eu__find', forOpenAi()],
    ['x'.repeat(65), forOpenAi()],
    ['x'.repeat(129), forAnthropic()],
    ['1st', forGemini()],
    ['a b', forMcp()],
    ['', forMcp()],
  ])('[SCH-09] drops the name %j where it is not taken', (name, projection) => {
    const { tools, dropped } = projectTools([tool(name), tool('other')], projection)
    expect(tools.map((each) => each.name)).toEqual(['other'])
    expect(dropped[0]?.message).toContain(projection.limits.toolName.source)
  })

  it('drops the second of two tools with one name', () => {
    const twice = [tool('fs__search'), tool('git__search')]
    const { tools, dropped } = projectTools(twice, forMcp(), { nameOf: () => 'search' })
    expect(tools.map((each) => each.tool.wireName)).toEqual(['fs__search'])
    expect(dropped).toEqual([{ name: 'search', message: expect.stringContaining('another tool') }])
  })

  it('drops tools beyond the number that a request takes', () => {
    const many = Array.from({ length: 130 }, (_, index) => tool(`t${index}`))
    const { tools, dropped } = projectTools(many, forOpenAi())
    expect(tools).toHaveLength(128)
    expect(dropped.map(({ name }) => name)).toEqual(['t128', 't129'])
  })

  it('sends tools beyond the number of strict ones without strict', () => {
    const many = Array.from({ length: 22 }, (_, index) => tool(`t${index}`))
    const { tools, losses } = projectTools(many, forAnthropic({ strict: true }))
    expect(tools.map(({ strict }) => strict).indexOf(false)).toBe(20)
    expect(losses.map(({ name, kind }) => [name, kind])).toEqual([
      ['t20', 'not-strict'],
      ['t21', 'not-strict'],
    ])
  })

  it('lists the losses of all tools with their names', () => {
    const schema: JsonSchema = { ...closed, properties: { a: { type: 'string', maxLength: 1 } } }
    const { losses } = projectTools([tool('a', schema)], forOpenAi({ strict: true }))
    expect(losses).toEqual([
      {
        name: 'a',
        path: '/properties/a',
        keyword: 'maxLength',
        kind: 'described',
        message: 'At most 1 character.',
      },
    ])
  })
})
