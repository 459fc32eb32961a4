import type * as client from '@modelcontextprotocol/client'
import type * as stdio from '@modelcontextprotocol/client/stdio'

import { DefinitionError } from '../../errors/definition-error.js'

/** The client of the official SDK. */
export type ClientSdk = typeof client

/** Loads the SDK on first use, so that nobody pays for it who has no foreign server. */
export async function loadClientSdk(): Promise<ClientSdk> {
  try {
    return await import('@modelcontextprotocol/client')
  } catch (cause) {
    throw new DefinitionError([withoutSdk], { cause })
  }
}

/** The part of the SDK that knows which of our environment a child process may see. */
export async function loadStdioSdk(): Promise<typeof stdio> {
  return import('@modelcontextprotocol/client/stdio')
}

const withoutSdk = {
  subject: 'mcpTools',
  message: 'the client of the Model Context Protocol is not installed.',
  fix: 'Run `npm install @modelcontextprotocol/client @modelcontextprotocol/core`.',
}
