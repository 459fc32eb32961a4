import { All, Controller, Inject, Req, Res } from '@nestjs/common'

import type { Constructor } from '../../tools/constructor.js'
import { recordController } from './controller-metadata.js'
import {
  splitOptions,
  type McpControllerOptions,
  type NestRequest,
} from './mcp-controller-options.js'
import { McpEndpoints } from './mcp-endpoints.js'

const endpoints = Symbol('tallystick.endpoints')
const route = 'serveMcp'

/**
 * Makes a class a controller that serves the tools of the application over MCP, on its own HTTP server. It is a route like
 * any other: `@UseGuards`, versions, the global prefix and everything else of Nest count for it. The class needs no members.
 *
 * @example
 * ```ts
 * @McpController({ authenticate: (request: Authenticated) => ({ tenantId: request.user.tenant }) })
 * @UseGuards(ApiKeyGuard)
 * export class AssistantController {}
 * ```
 */
export function McpController<Request = NestRequest>(
  options: McpControllerOptions<Request> = {},
): ClassDecorator {
  return (target) => {
    recordController(target, options as McpControllerOptions)
    const { own, route: where } = splitOptions(options as McpControllerOptions)
    addRoute(target)
    Controller({ ...where, path: own.path ?? 'mcp' })(target)
  }
}

interface Instance {
  readonly [endpoints]: McpEndpoints
}

function addRoute(target: { readonly prototype: unknown }): void {
  const prototype = target.prototype as object
  const descriptor: PropertyDescriptor = {
    configurable: true,
    value: function serve(this: Instance, request: object, response: object): Promise<void> {
      return this[endpoints].serve(target as Constructor, request, response)
    },
  }
  Object.defineProperty(prototype, route, descriptor)
  Inject(McpEndpoints)(prototype, endpoints)
  Req()(prototype, route, 0)
  Res()(prototype, route, 1)
  All()(prototype, route, descriptor)
}
