import 'reflect-metadata'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { INestApplication } from '@nestjs/common'
import { Test } from '@nestjs/testing'
import { ToolRegistry } from 'tallystick'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { AppModule } from '../src/app-module.js'

let app: INestApplication
beforeEach(async () => {
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile()
  app = module.createNestApplication({ forceCloseConnections: true })
  await app.listen(0, '127.0.0.1')
})
afterEach(async () => {
  await app.close()
})

it('lists the tasks that were added', async () => {
  const registry = app.get(ToolRegistry)
  await registry.dispatch('tasks/add', { title: 'Water the plants' })
  expect(await registry.dispatch('tasks/list', {})).toEqual({
    status: 'output',
    value: ['Water the plants'],
  })
})

it('refuses a task without a title', async () => {
  const call = app.get(ToolRegistry).dispatch('tasks/add', { title: '' })
  await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
})

it('serves its tools to an MCP client', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${await app.getUrl()}/mcp`)))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['add', 'list'])
  const call = { name: 'add', arguments: { title: 'Water the plants' } }
  expect(await client.callTool(call)).toMatchObject({ structuredContent: { number: 1 } })
  await client.close()
})
