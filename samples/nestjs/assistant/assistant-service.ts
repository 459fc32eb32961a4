// #region assistant
import { Injectable } from '@nestjs/common'
import { dynamicTool, generateText, jsonSchema, stepCountIs, type LanguageModel } from 'ai'
import { ToolRegistry } from 'tallystick'
import { aiSdkTools } from 'tallystick/adapters/ai-sdk'

import type { ApiUser } from '../access/api-keys.js'

/** An agent over the tools of the application. */
@Injectable()
export class AssistantService {
  constructor(private readonly registry: ToolRegistry) {}

  async answer(model: LanguageModel, prompt: string, user: ApiUser): Promise<string> {
    const context = { tenantId: user.tenant, principal: { id: user.id, kind: 'person' } } as const
    const { tools } = aiSdkTools(this.registry, { dynamicTool, jsonSchema }, { context })
    const { text } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(5) })
    return text
  }
}
// #endregion assistant
