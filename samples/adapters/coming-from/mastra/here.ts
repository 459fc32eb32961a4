// #region tool
import { createTool } from '@mastra/core/tools'
import { mastraTools } from 'tallystick/adapters/mastra'

import { journal, registry } from '../refund.js'

export const { tools } = mastraTools(
  registry,
  { createTool },
  { context: { runId: 'chat-9' }, approvals: journal },
)
// #endregion tool
