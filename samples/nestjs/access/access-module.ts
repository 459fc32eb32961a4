import { Module } from '@nestjs/common'

import { ApiKeyGuard } from './api-key-guard.js'
import { ApiKeys } from './api-keys.js'
import { AuditInterceptor } from './audit-interceptor.js'
import { AuditTrail } from './audit-trail.js'
import { RolesGuard } from './roles-guard.js'
import { Tenant } from './tenant.js'

@Module({
  providers: [ApiKeys, ApiKeyGuard, AuditInterceptor, AuditTrail, RolesGuard, Tenant],
  exports: [ApiKeys, AuditTrail, Tenant],
})
export class AccessModule {}
