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

function manyOf(server: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...tool(`${server}__t${index.toString()}`),
    id: `${server}/t${index.toString()}`,
  }))
}

const fiftyEach = ['git', 'crm', 'docs'].flatMap((server) => manyOf(server, 50))
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

  it('throws by option for a list that is too long, with groups, counts and what fits [SCH-09, G-041]', () => {
    const project = (): unknown => projectTools(fiftyEach, forOpenAi(), { onLoss: 'throw' })
    expect(project).toThrow(
      'openai: it takes 128 tools in a request, and the list has 150: ' +
        '50 @server:crm, 50 @server:docs, 50 @server:git. ' +
        "Offer fewer at once: registry.select(['@server:crm', '@server:docs']) gives 100 of them.",
    )
  })

  it('[SCH-09] says the same of a list that is too long, whatever its order', () => {
    const words = [fiftyEach, fiftyEach.toReversed()].map((tools) => {
      try {
        return projectTools(tools, forOpenAi(), { onLoss: 'throw' })
      } catch (error) {
        return String(error)
      }
    })
    expect(words[1]).toBe(words[0])
  })

  it('[SCH-09] says of a list that is too long what else is wrong with it', () => {
    const project = (): unknown =>
      projectTools([guilty, ...fiftyEach], forOpenAi(), { onLoss: 'throw' })
    expect(project).toThrow(/openai: .* has 151: .*1 of no server\..*\nguilty: /)
  })

  it('[SCH-09] proposes names where one server alone has too many tools', () => {
    const project = (): unknown =>
      projectTools(manyOf('crm', 129), forOpenAi(), { onLoss: 'throw' })
    expect(project).toThrow(/129 @server:crm\. Offer fewer at once: select them by name/)
  })

  it('[SCH-09] names twenty servers of a list that is too long, and counts the others', () => {
    const tools = Array.from({ length: 130 }, (_, index) =>
      manyOf(`s${index.toString()}`, 1),
    ).flat()
    const project = (): unknown => projectTools(tools, forOpenAi(), { onLoss: 'throw' })
    expect(project).toThrow(/1 @server:s115, and those of 110 more servers\. /)
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
