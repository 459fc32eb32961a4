// #region guard
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { findToolCall } from 'tallystick/nestjs'

import { ApiKeys } from './api-keys.js'
import { rolesKey } from './roles.js'

/** Lets a call pass whose principal has a role that the tool asks for. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeys,
  ) {}

  canActivate(execution: ExecutionContext): boolean {
    const roles = this.reflector.get<string[] | undefined>(rolesKey, execution.getClass())
    const principal = findToolCall(execution)?.context.principal
    const role = this.keys.findById(principal?.id)?.role
    return roles === undefined || (role !== undefined && roles.includes(role))
  }
}
// #endregion guard
