// #region tool
import { ToolMessage } from '@langchain/core/messages'
import { DynamicStructuredTool } from '@langchain/core/tools'
import { interrupt } from '@langchain/langgraph'
import { langchainTools } from 'tallystick/adapters/langchain'

import { journal, registry } from '../refund.js'

export const { tools } = langchainTools<DynamicStructuredTool>(
  registry,
  { DynamicStructuredTool, ToolMessage, interrupt },
  {
    context: ({ configurable }) => ({ runId: String(configurable?.['thread_id']) }),
    approvals: journal,
  },
)
// #endregion tool
