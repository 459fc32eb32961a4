// #region tool
import { dynamicTool, jsonSchema } from 'ai'
import { aiSdkTools } from 'tallystick/adapters/ai-sdk'

import { journal, registry } from '../refund.js'

export const { tools } = aiSdkTools(
  registry,
  { dynamicTool, jsonSchema },
  { context: { runId: 'chat-7', principal: { id: 'ada', kind: 'person' } }, approvals: journal },
)
// #endregion tool
