import { ToolSchema } from '@modelcontextprotocol/core'
import { describe, expect, it } from 'vitest'

import { forMcp } from '../../src/schema/projections/for-mcp.ts'
import { outputs, sources } from './sources.mjs'

describe.each(['2025-11-25', '2026-07-28'])(
  'ToolSchema of the MCP SDK, revision %s',
  (revision) => {
    const projection = forMcp({ revision })

    it.each(sources)('[SCH-09] takes the arguments of $name unchanged', ({ schema }) => {
      const tool = { name: 'tool', inputSchema: projection.project(schema).schema }
      expect(ToolSchema.parse(tool)).toEqual(tool)
    })

    it.each(outputs)('takes the output of $name unchanged', ({ schema }) => {
      const outputSchema = projection.projectOutput(schema).schema
      const tool = { name: 'tool', inputSchema: { type: 'object' }, outputSchema }
      expect(ToolSchema.parse(tool)).toEqual(tool)
    })

    it('refuses a root that is no object: the check can fail', () => {
      expect(ToolSchema.safeParse({ name: 'tool', inputSchema: {} }).success).toBe(false)
    })
  },
)
