import 'reflect-metadata'

import { describe, expect, it } from 'vitest'

import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { compileJsonSchema } from '../../../src/schema/json-schema-validator.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'
import { forMcp } from '../../../src/schema/projections/for-mcp.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import { projectTools } from '../../../src/schema/projections/project-tools.js'
import { generatedTool } from './random-classes.js'
import { findFaults } from './target-subsets.js'

const classes = Array.from({ length: 120 }, (_, seed) => generatedTool(seed))

describe('the projections of tool classes', () => {
  it.each([
    ['merged', forOpenAi()],
    ['openAiStrict', forOpenAi({ strict: true })],
    ['merged', forAnthropic()],
    ['anthropicStrict', forAnthropic({ strict: true })],
    ['gemini', forGemini()],
  ] as const)('[SCH-09] stay in what the target takes: %s', (subset, projection) => {
    const { tools, dropped } = projectTools(classes, projection)
    expect(dropped).toEqual([])
    for (const { schema, strict, name } of tools) {
      const held = strict || !projection.target.endsWith('strict') ? subset : 'merged'
      expect({ name, faults: findFaults(held, schema) }).toEqual({ name, faults: [] })
    }
  })

  it('[SCH-09] are the schema itself for MCP, but for how recursion is named', () => {
    for (const { inputSchema } of classes) {
      const { schema, losses } = forMcp().project(inputSchema)
      const isRecursive = JSON.stringify(inputSchema).includes('$ref')
      if (!isRecursive) expect({ schema, losses }).toEqual({ schema: inputSchema, losses: [] })
      expect(compileJsonSchema(schema)).toBeTypeOf('function')
    }
  })

  it('keep strict for every class without a map', () => {
    const { tools } = projectTools(classes, forOpenAi({ strict: true }))
    expect(tools).toHaveLength(classes.length)
    for (const { strict, schema, tool } of tools) {
      const text = JSON.stringify(tool.inputSchema)
      const isOpen = text.includes('"additionalProperties":{') || text.includes('{}')
      if (!strict) expect({ schema, isOpen }).toEqual({ schema, isOpen: true })
    }
  })
})

describe('a foreign schema', () => {
  it('[SCH-10] validates as it is and is normalised for the model only', async () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        email: { type: 'string', maxLength: 5 },
        phone: { $ref: '#/definitions/phone' },
      },
      definitions: { phone: { type: 'string' } },
      oneOf: [{ required: ['email'] }, { required: ['phone'] }],
    } as const
    const tool = defineTool({
      server: 'crm',
      name: 'find',
      description: 'Find a contact.',
      source: 'mcp',
      inputSchema: inputSchema,
      call: () => 'found',
    })
    expect(tool.inputSchema).toEqual(inputSchema)
    const projected = forOpenAi().project(tool.inputSchema)
    expect(projected.schema.oneOf).toBeUndefined()
    expect(compileJsonSchema(projected.schema)({})).toEqual([])
    const registry = ToolRegistry.empty().register(tool)
    await expect(registry.dispatch('crm/find', {})).rejects.toThrow('exactly one')
    await expect(registry.dispatch('crm/find', { email: 'a@b' })).resolves.toMatchObject({
      value: 'found',
    })
  })
})
