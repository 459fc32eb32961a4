import { Inject, Injectable, Scope } from '@nestjs/common'
import { IsString } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { feature, start } from './start.js'

describe('a registry injected into a tool', () => {
  const secret = defineTool({ server: 'vault', name: 'open', description: '', call: () => 'gold' })

  @Injectable({ scope: Scope.REQUEST })
  class Helper {
    constructor(readonly registry: ToolRegistry) {}
  }

  @Tool({ server: 'bot', name: 'ask' })
  class Ask {
    @IsString() tool!: string
    @Inject() private readonly own!: ToolRegistry
    constructor(
      private readonly registry: ToolRegistry,
      private readonly helper: Helper,
    ) {}

    async call() {
      const views = [this.registry, this.own, this.helper.registry]
      return views.map((view) => view.find(this.tool) !== undefined)
    }
  }

  it('is the view the call came through, wherever in its graph [REG-03]', async () => {
    const { registry } = await start({
      options: { definitions: [secret] },
      imports: [feature('AgentModule', [Ask], { providers: [Helper] })],
    })
    const input = { tool: 'vault/open' }
    const narrow = registry.select(['bot/ask'])
    expect(await narrow.dispatch('bot/ask', input)).toMatchObject({
      value: [false, false, false],
    })
    expect(await registry.dispatch('bot/ask', input)).toMatchObject({ value: [true, true, true] })
  })
})
