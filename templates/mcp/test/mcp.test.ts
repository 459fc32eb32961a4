import { toolHarness } from 'tallystick/testing'
import { expect, it } from 'vitest'

import { createContainer } from '../src/registry.js'

it('serves its tools to an MCP client', async () => {
  const harness = toolHarness({ container: createContainer() })
  const client = await harness.mcpClient()
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['add', 'list'])
  expect(await client.callTool('add', { title: 'Water the plants' })).toMatchObject({
    isError: false,
    structuredContent: { number: 1 },
  })
  await harness.close()
})
