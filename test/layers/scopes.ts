import { ToolFailure } from '../../src/errors/tool-failure.js'
import { ScopedToolLayer, type ToolScope } from '../../src/layers/scoped-tool-layer.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolOutcome } from '../../src/tools/outcome.js'
import { registryOf, tool } from '../registry/tools.js'

/** A scope that notes what a transaction would do. */
export function transaction(notes: string[], commit = (): void => undefined): ToolScope {
  return {
    async wrap(_context, run) {
      notes.push('begin')
      try {
        await run()
      } catch (thrown) {
        notes.push('rollback')
        throw thrown
      }
      commit()
      notes.push('commit')
    },
  }
}

/** A tool whose body says what is known of its failure. */
export function failing(
  disposition: 'did-not-happen' | 'in-doubt' | 'landed',
): ReturnType<typeof tool> {
  return tool({
    call: () => {
      throw new ToolFailure('declared', { disposition })
    },
  })
}

/** A registry whose calls run in a scope. */
export function scoped(scope: ToolScope, definition = tool()): ToolRegistry {
  return registryOf(definition).layer(new ScopedToolLayer(scope))
}

/** One call of the tool. */
export function dispatch(registry: ToolRegistry): Promise<ToolOutcome> {
  return registry.dispatch('shop/order', {})
}

/** A scope that hides what `run` rejects with. */
export const swallowing: ToolScope = { wrap: (_context, run) => run().catch(() => 'swallowed') }

/** What a COMMIT does that does not go through. */
export const failedCommit = (): never => {
  throw new TypeError('COMMIT failed')
}
