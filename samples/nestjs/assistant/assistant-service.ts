// #region assistant
import { Injectable } from '@nestjs/common'
import { generateText, isStepCount, type LanguageModel } from 'ai'
import { ToolRegistry } from 'tallystick'

import type { ApiUser } from '../access/api-keys.js'
import { aiTools } from './ai-tools.js'

/** An agent over the tools of the application. */
@Injectable()
export class AssistantService {
  constructor(private readonly registry: ToolRegistry) {}

  async answer(model: LanguageModel, prompt: string, user: ApiUser): Promise<string> {
    const who = { tenantId: user.tenant, principal: { id: user.id, kind: 'person' } } as const
    const tools = aiTools(this.registry, who)
    const { text } = await generateText({ model, prompt, tools, stopWhen: isStepCount(5) })
    return text
  }
}
// #endregion assistant
