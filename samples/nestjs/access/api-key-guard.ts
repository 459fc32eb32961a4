import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common'

import { ApiKeys, type ApiUser } from './api-keys.js'

/** A request after the guard. */
export interface AuthenticatedRequest {
  readonly headers: Readonly<Record<string, unknown>>
  user?: ApiUser
}

/** Lets in who has a key, on any route. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly keys: ApiKeys) {}

  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<AuthenticatedRequest>()
    const user = this.keys.findByKey(String(request.headers['x-api-key']))
    if (user === undefined) throw new UnauthorizedException()
    request.user = user
    return true
  }
}
