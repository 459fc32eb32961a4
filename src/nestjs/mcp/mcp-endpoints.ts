import type { DiscoveryService } from '@nestjs/core'

import { DefinitionError } from '../../errors/definition-error.js'
import { mcpHandler, type McpHandler } from '../../mcp/server/http/mcp-handler.js'
import { answerWith } from '../../mcp/server/http/node-exchange.js'
import type { McpCaller } from '../../mcp/server/serving/serve-options.js'
import { loadServerSdk } from '../../mcp/server/serving/server-sdk.js'
import { describeClass } from '../../registry/define/check-tool-class.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { Constructor } from '../../tools/constructor.js'
import { findControllerOptions } from './controller-metadata.js'
import {
  assertOwnOptions,
  splitOptions,
  type McpControllerOptions,
  type NestRequest,
} from './mcp-controller-options.js'
import { takeOver } from './nest-exchange.js'

interface Endpoint {
  readonly handler: McpHandler
  readonly findCaller: (request: NestRequest) => Promise<McpCaller | null | undefined>
}

/** The MCP controllers of one application, and what answers for them. */
export class McpEndpoints {
  readonly #registry: ToolRegistry
  readonly #discovery: DiscoveryService
  readonly #endpoints = new Map<Constructor, Endpoint>()
  /** Who sends a request, found before it is handed on. */
  readonly #callers = new WeakMap<Request, McpCaller>()

  constructor(registry: ToolRegistry, discovery: DiscoveryService) {
    this.#registry = registry
    this.#discovery = discovery
  }

  /** @throws DefinitionError with what is wrong with any controller, or when the MCP SDK is not installed. */
  async open(): Promise<void> {
    for (const { metatype } of this.#discovery.getControllers()) {
      const controller = metatype as Constructor
      const options = findControllerOptions(controller)
      if (options !== undefined) this.#endpoints.set(controller, this.#create(controller, options))
    }
    if (this.#endpoints.size > 0) await loadServerSdk()
  }

  /** Answers one request of a controller. What `authenticate` throws is Nest's to answer. */
  async serve(controller: Constructor, request: object, response: object): Promise<void> {
    const endpoint = this.#endpoints.get(controller)
    if (endpoint === undefined) throw notOpen(controller)
    const caller = await endpoint.findCaller(request as NestRequest)
    const { webRequest, outgoing } = takeOver(request, response)
    if (caller !== null && caller !== undefined) this.#callers.set(webRequest, caller)
    await answerWith(outgoing, await endpoint.handler.fetch(webRequest))
  }

  /** Ends what is still open. */
  async close(): Promise<void> {
    await Promise.all([...this.#endpoints.values()].map(({ handler }) => handler.close()))
  }

  #create(controller: Constructor, options: McpControllerOptions): Endpoint {
    const subject = `@McpController on ${describeClass(controller)}`
    const { own, handler } = splitOptions(options)
    assertOwnOptions(subject, own)
    const { authenticate } = own
    assertAsked(subject, options)
    const ofRequest = (request: Request): McpCaller | undefined => this.#callers.get(request)
    return {
      handler: mcpHandler(narrow(this.#registry, own), {
        ...handler,
        ...(authenticate === undefined ? {} : { authenticate: ofRequest }),
      }),
      findCaller: async (request) => authenticate?.(request),
    }
  }
}

function narrow(
  registry: ToolRegistry,
  { tools, agent }: Pick<McpControllerOptions, 'tools' | 'agent'>,
): ToolRegistry {
  const granted = agent === undefined ? registry : registry.forAgent(agent)
  return tools === undefined ? granted : granted.select(tools)
}

function assertAsked(
  subject: string,
  { authenticate, unauthenticated }: McpControllerOptions,
): void {
  if (authenticate !== undefined || unauthenticated === true) return
  const message = 'it would serve whoever reaches the application, without knowing who calls.'
  const fix =
    'Pass authenticate: (request) => ({ tenantId, principal }), or unauthenticated: true where nobody else reaches it.'
  throw new DefinitionError([{ subject, message, fix }])
}

function notOpen(controller: Constructor): DefinitionError {
  const message = 'it was asked before the application had started.'
  const fix =
    'Import ToolsModule.forRoot() in the root module, and call app.init() or app.listen().'
  return new DefinitionError([
    { subject: `@McpController on ${describeClass(controller)}`, message, fix },
  ])
}
