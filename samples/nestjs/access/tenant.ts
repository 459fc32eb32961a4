import { Injectable, Scope } from '@nestjs/common'
import { ToolContext } from 'tallystick'

// #region tenant
/** For whom a call is made: one instance for each. */
@Injectable({ scope: Scope.REQUEST })
export class Tenant {
  constructor(private readonly context: ToolContext) {}

  get id(): string {
    return this.context.tenantId
  }
}
// #endregion tenant
