import type { ToolOptions } from '../tools/tool-options.js'
import { appendOwnMetadata, readOwnMetadata } from './own-metadata.js'

const key = Symbol.for('tallystick.metadata.tool')

/** Records one use of `@Tool` on a class. */
export function recordTool(target: object, options: ToolOptions): void {
  appendOwnMetadata(key, target, options)
}

/** What each use of `@Tool` on this very class recorded; a base class's is not inherited. */
export function readTools(target: object): readonly ToolOptions[] {
  return readOwnMetadata(key, target) as readonly ToolOptions[]
}
