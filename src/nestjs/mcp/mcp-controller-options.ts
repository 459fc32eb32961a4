import type { IncomingHttpHeaders } from 'node:http'

import type { ControllerOptions } from '@nestjs/common'

import { assertOptions } from '../../errors/assert-options.js'
import { toRule } from '../../errors/option-problems.js'
import type { McpHandlerOptions } from '../../mcp/server/http/mcp-handler.js'
import type { McpCaller } from '../../mcp/server/serving/serve-options.js'

/** What Express and Fastify requests have in common. */
export interface NestRequest {
  readonly headers: IncomingHttpHeaders
  readonly method: string
  readonly url: string
  readonly body?: unknown
}

/** Where and to whom tools are served over MCP. */
export interface McpControllerOptions<Request = NestRequest>
  extends Omit<McpHandlerOptions, 'authenticate'>, Pick<ControllerOptions, 'host' | 'version'> {
  /**
   * Where, under the prefix of the application.
   * @defaultValue `'mcp'`
   */
  readonly path?: string | undefined
  /**
   * Who sends a request, from what the guards of the route put on it; undefined or null for nobody, who is answered with 401.
   * Tenant and principal of a call come from here only. Needed unless `unauthenticated` is true.
   */
  readonly authenticate?:
    | ((request: Request) => McpCaller | null | undefined | Promise<McpCaller | null | undefined>)
    | undefined
  /**
   * Which tools: a list as `registry.select` takes it.
   * @defaultValue all
   */
  readonly tools?: readonly string[] | undefined
  /**
   * The agent of the manifest whose tools these are.
   * @defaultValue none: all that `tools` selects
   */
  readonly agent?: string | undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** What the handler of MCP does not know. */
const ownRules = {
  path: toRule('a path', (value) => typeof value === 'string'),
  authenticate: toRule('a function of the request', (value) => typeof value === 'function'),
  tools: toRule("a list of tools, as ['@readonly', 'orders/place']", isTexts),
  agent: toRule('the name of an agent', isText),
}

/** The options of Nest's own controllers. */
const routeNames = ['host', 'version']

/** The options apart by who reads them. */
export interface SplitOptions {
  readonly own: Pick<McpControllerOptions, 'path' | 'authenticate' | 'tools' | 'agent'>
  readonly route: Pick<ControllerOptions, 'host' | 'version'>
  readonly handler: Omit<McpHandlerOptions, 'authenticate'>
}

/** Whose options are whose. */
export function splitOptions(options: McpControllerOptions): SplitOptions {
  const pick = (keep: (name: string) => boolean): object =>
    Object.fromEntries(Object.entries(options).filter(([name]) => keep(name)))
  return {
    own: pick((name) => name in ownRules),
    route: pick((name) => routeNames.includes(name)),
    handler: pick((name) => !(name in ownRules) && !routeNames.includes(name)),
  }
}

/** @throws DefinitionError naming every option that is wrong; those of the handler are its own matter. */
export function assertOwnOptions(subject: string, own: SplitOptions['own']): void {
  assertOptions(subject, own, ownRules)
}
