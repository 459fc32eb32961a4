// #region mcp
import { UseGuards } from '@nestjs/common'
import { McpController } from 'tallystick/nestjs'

import { ApiKeyGuard, type AuthenticatedRequest } from '../access/api-key-guard.js'

@McpController({
  path: 'mcp',
  authenticate: ({ user }: AuthenticatedRequest) =>
    user && { tenantId: user.tenant, principal: { id: user.id, kind: 'person' } },
})
@UseGuards(ApiKeyGuard)
export class AssistantController {}
// #endregion mcp
