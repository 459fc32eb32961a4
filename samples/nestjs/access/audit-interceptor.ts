// #region interceptor
import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common'
import { findToolCall } from 'tallystick/nestjs'
import { tap, type Observable } from 'rxjs'

import { AuditTrail } from './audit-trail.js'

/** Notes every call that came to an output. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly trail: AuditTrail) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const call = findToolCall(execution)
    const who = call?.context.principal?.id ?? 'nobody'
    return next
      .handle()
      .pipe(tap(() => this.trail.note(`${who} ${call?.definition.id.toString() ?? ''}`)))
  }
}
// #endregion interceptor
