import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { settled, tool } from '../registry/tools.js'

/** A tool, how many of its calls run, and what ends the one that has run longest. */
interface HeldTool {
  readonly definition: ToolDefinition
  readonly running: number
  endOne(): Promise<void>
}

/** A tool whose calls end, first come first, when it is told to; and how many run. */
export function holding(options: Parameters<typeof tool>[0] = {}): HeldTool {
  const open: (() => void)[] = []
  const call = (): Promise<unknown> =>
    new Promise((resolve) => void open.push(() => resolve('done')))
  return {
    definition: tool({ call, ...options }),
    get running() {
      return open.length
    },
    async endOne() {
      open.shift()?.()
      await settled()
    },
  }
}
