import type * as Sdk from '@modelcontextprotocol/server'

import { DefinitionError } from '../../../errors/definition-error.js'

/** The server half of the MCP SDK. */
export type ServerSdk = typeof Sdk

/**
 * The SDK, loaded when something is served: it is an optional peer, and consuming foreign servers does without it.
 * @throws DefinitionError when it is not installed.
 */
export async function loadServerSdk(): Promise<ServerSdk> {
  try {
    return await import('@modelcontextprotocol/server')
  } catch (cause) {
    throw notInstalled(cause)
  }
}

function notInstalled(cause: unknown): DefinitionError {
  return new DefinitionError(
    [
      {
        subject: 'tallystick/mcp',
        message: 'the package "@modelcontextprotocol/server" cannot be loaded.',
        fix: 'Install it: npm install @modelcontextprotocol/server.',
      },
    ],
    { cause },
  )
}
