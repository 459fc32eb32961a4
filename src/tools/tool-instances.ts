import type { ToolClass, ToolBody } from './constructor.js'
import type { ToolContext } from './tool-context.js'

/** Port: makes one fresh instance of a tool class with its services. Implemented by `container/` and by hosts. */
export interface ToolInstances {
  /** Makes an instance nobody else has. */
  create(toolClass: ToolClass, context: ToolContext): ToolBody | Promise<ToolBody>
}
