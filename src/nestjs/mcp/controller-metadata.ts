import { appendOwnMetadata, readOwnMetadata } from '../../metadata/own-metadata.js'
import type { McpControllerOptions } from './mcp-controller-options.js'

const key = Symbol.for('tallystick.metadata.mcpController')

/** Records one use of `@McpController`. */
export function recordController(target: object, options: McpControllerOptions): void {
  appendOwnMetadata(key, target, options)
}

/** What `@McpController` recorded on this very class. */
export function findControllerOptions(target: object): McpControllerOptions | undefined {
  return readOwnMetadata(key, target).at(-1) as McpControllerOptions | undefined
}
