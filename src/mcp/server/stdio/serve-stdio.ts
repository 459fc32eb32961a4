import type { Readable } from 'node:stream'

import { basicRules } from '../../../errors/basic-option-rules.js'
import { toRule, type OptionRule } from '../../../errors/option-problems.js'
import type { ToolRegistry } from '../../../registry/tool-registry.js'
import { assertServed, type McpServeOptions } from '../serving/serve-options.js'
import { createServing } from '../serving/serving.js'
import { watchGrants } from '../serving/watch-grants.js'
import { once, turnsUntil } from '../connection/ending.js'
import { serveConnection } from '../connection/serve-connection.js'
import { DrainedInput } from './drained-input.js'
import { guardStdout, type GuardedStdout } from './stdout-guard.js'
import { watchSignals } from './watch-signals.js'

/** How a registry is served over stdio. */
export interface ServeStdioOptions extends McpServeOptions {
  /**
   * How long calls that run may go on when the client leaves or the process is told to end, in milliseconds. After that
   * they are cancelled; what they came to stands in the journal.
   * @defaultValue `10_000`
   */
  readonly drainMs?: number | undefined
  /** @internal Standard output, where it was taken before the app was loaded. */
  readonly stdout?: GuardedStdout | undefined
  /** @internal For tests. @defaultValue `process.stdin` */
  readonly stdin?: Readable | undefined
}

/** A registry that is served over stdio. */
export interface StdioServing {
  /** Resolves when the client has left, or a signal or `close` has ended it, and calls have been waited for. */
  readonly closed: Promise<void>
  /** Tells the client that other tools are granted than before. Of foreign tools that are withdrawn it is told anyway. */
  readonly toolsChanged: () => void
  /** Ends it as the client's leaving does. */
  readonly close: () => Promise<void>
}

/**
 * Serves the tools of a registry over the standard input and output of this process, to the one client that started it.
 * Standard output is the protocol's from then on; call it before anything of yours prints. Ends when standard input ends
 * and on SIGINT and SIGTERM; a second signal ends the process at once.
 *
 * @throws DefinitionError when an option is wrong, tools would share a name, or the SDK is not installed.
 * @example
 * ```ts
 * const serving = await serveStdio(registry, { caller: { principal: { id: 'ann', kind: 'person' } } })
 * await serving.closed
 * ```
 */
export async function serveStdio(
  registry: ToolRegistry,
  options: ServeStdioOptions = {},
): Promise<StdioServing> {
  assertServed('serveStdio', { registry, options }, stdioRules)
  const { drainMs = 10_000, stdin = process.stdin } = options
  const serving = createServing(registry, options)
  await serving.loadSdk()
  const stdout = options.stdout ?? guardStdout()
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const input = new DrainedInput(stdin)
  const transport = new StdioServerTransport(input.stream, stdout.protocol)
  const connection = await serveConnection(serving, transport)
  const unwatchGrants = watchGrants(registry, connection.toolsChanged)
  const stop = once(async () => {
    unwatchGrants()
    const { requests } = connection
    // A call that came before the end is answered, also where it has not begun by then.
    await turnsUntil(() => input.isRead && requests.size <= serving.calls.size)
    await serving.calls.drain(drainMs)
    await turnsUntil(() => requests.size === 0)
    input.stop()
    await connection.close()
    unwatch()
    stdout.release()
  })
  const unwatch = watchSignals(() => void stop())
  const closed = Promise.race([input.ended, connection.closed]).then(stop)
  return Object.freeze({ closed, toolsChanged: connection.toolsChanged, close: stop })
}

const stdioRules = {
  drainMs: basicRules.durationMs,
  stdout: toRule('what guardStdout returned', (value) => typeof value === 'object'),
  stdin: toRule('a stream', (value) => typeof value === 'object'),
} satisfies Record<Exclude<keyof ServeStdioOptions, keyof McpServeOptions>, OptionRule>
