import type { Client } from '@modelcontextprotocol/client'

import { DefinitionError } from '../errors/definition-error.js'
import type { JsonValue } from '../schema/json.js'
import type { ToolRegistry } from '../registry/tool-registry.js'
import { loadClientSdk, type ClientSdk } from './client/sdk.js'
import { mcpHandler, type McpHandler } from './server/http/mcp-handler.js'
import { loadServerSdk } from './server/serving/server-sdk.js'
import type { McpServeOptions } from './server/serving/serve-options.js'

/** How a client is connected to a registry of the same process. */
export interface InProcessOptions {
  /** How the registry is served; `caller` says who calls. */
  readonly serve?: McpServeOptions | undefined
  /**
   * Which revision of the protocol is spoken: that of 2026-07-28, or one of those before.
   * @defaultValue `'modern'`
   */
  readonly era?: 'modern' | 'legacy' | undefined
  /**
   * Answers a question that a call puts to the person at the client: the fields of its form, or undefined for a person
   * who does not answer. Without it the client shows no forms.
   */
  readonly answer?:
    ((question: string, form: object) => FormAnswer | Promise<FormAnswer>) | undefined
}

/** The fields of a form, as a person filled them in. */
export type FormAnswer = Record<string, string | number | boolean | string[]> | undefined

/** A tool, as a client is shown it. */
export interface ListedMcpTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
  readonly annotations?: object | undefined
}

/** What a client is told of a call. */
export interface McpCallResult {
  readonly isError: boolean
  /** All texts of the result, one to a line. */
  readonly text: string
  readonly structuredContent: JsonValue | undefined
}

/** A client of the official SDK that is connected to a registry of the same process: no socket, no child process. */
export interface InProcessClient {
  /** All tools the caller is shown. */
  listTools(): Promise<readonly ListedMcpTool[]>
  /** Calls a tool by the name it is listed under. Rejects where the protocol has an error: for a tool that is not there. */
  callTool(name: string, args?: object): Promise<McpCallResult>
  /** Ends the connection and what it serves. */
  close(): Promise<void>
}

/**
 * Serves a registry to a client of this process, by the same code that answers over HTTP.
 *
 * @throws DefinitionError naming the packages of the SDK when one is not installed, or an option is wrong.
 */
export async function connectInProcess(
  registry: ToolRegistry,
  { serve = {}, era = 'modern', answer }: InProcessOptions = {},
): Promise<InProcessClient> {
  const sdk = await loadBothSdks()
  const handler = mcpHandler(registry, { ...serve, unauthenticated: true })
  const client = createClient(sdk, era, answer)
  await client.connect(createTransport(sdk, handler))
  return {
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args = {}) =>
      toResult(await client.callTool({ name, arguments: args as Record<string, unknown> })),
    close: async () => {
      await client.close()
      await handler.close()
    },
  }
}

/** Both halves at once, since whoever lacks one would be told of the other only after installing it. */
async function loadBothSdks(): Promise<ClientSdk> {
  try {
    const [sdk] = await Promise.all([loadClientSdk(), loadServerSdk()])
    return sdk
  } catch (cause) {
    throw new DefinitionError([withoutSdk], { cause })
  }
}

const withoutSdk = {
  subject: 'mcpClient',
  message: 'the client or the server of the Model Context Protocol is not installed.',
  fix: 'Run `npm install --save-dev @modelcontextprotocol/client @modelcontextprotocol/core @modelcontextprotocol/server`.',
}

function createClient(
  sdk: ClientSdk,
  era: 'modern' | 'legacy',
  answer: InProcessOptions['answer'],
): Client {
  const mode = era === 'modern' ? 'auto' : 'legacy'
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } }
  const identity = { name: 'in-process', version: '1' }
  const client = new sdk.Client(identity, { versionNegotiation: { mode }, capabilities })
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const form: object = 'requestedSchema' in params ? params.requestedSchema : {}
      const content = await answer(params.message, form)
      return content === undefined ? { action: 'cancel' } : { action: 'accept', content }
    })
  }
  return client
}

function createTransport(
  sdk: ClientSdk,
  { fetch }: McpHandler,
): InstanceType<ClientSdk['StreamableHTTPClientTransport']> {
  return new sdk.StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => fetch(new Request(url, init)),
  })
}

function toResult(result: Awaited<ReturnType<Client['callTool']>>): McpCallResult {
  const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return {
    isError: result.isError === true,
    text: texts.join('\n'),
    structuredContent: result.structuredContent as JsonValue | undefined,
  }
}
