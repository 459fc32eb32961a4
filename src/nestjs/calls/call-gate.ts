import type { ToolError } from '../../errors/tool-error.js'
import { OpenCalls } from '../../registry/call/open-calls.js'
import { layerError } from '../../registry/call/layer-error.js'
import { extensionKey, type ExtensionKey } from '../../tools/extension-key.js'
import { LazySignal } from '../../tools/lazy-signal.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { NextLayer, ToolCall, ToolLayer } from '../../tools/tool-layer.js'

/** The outermost layer: lets calls in while the application runs, and lets it wait for them when it stops. */
export class CallGate implements ToolLayer {
  readonly name = 'nest_application'
  readonly #calls = new OpenCalls()
  readonly #passed: ExtensionKey<true> = extensionKey('nest.passed')
  #isOpen = false

  /** From now on calls are let in. */
  open(): void {
    this.#isOpen = true
  }

  /** Lets no more calls in, waits for those that run, and cancels what takes longer. */
  async close(limitMs: number): Promise<void> {
    await this.#calls.drain(limitMs)
  }

  /**
   * Goes on inwards. What a body calls belongs to the call that it is the body of.
   * @throws ToolError UNAVAILABLE before the application has started, CANCELLED once it stops.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    if (call.context.get(this.#passed) === true) return next(call)
    if (!this.#isOpen) throw notStarted(call)
    return this.#calls.run(({ signal: stop }) => this.#race(call, next, stop))
  }

  async #race(call: ToolCall, next: NextLayer, stop: AbortSignal): Promise<ToolOutcome> {
    const attempt = new LazySignal()
    const context = ToolContext.forAttempt(call.context, attempt).with(this.#passed, true)
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        attempt.fire(stop.reason)
        reject(stopped(call))
      }
      stop.addEventListener('abort', cancel, { once: true })
      next({ definition: call.definition, arguments: call.arguments, context }).then(
        resolve,
        reject,
      )
    })
  }
}

function notStarted(call: ToolCall): ToolError {
  return layerError(call, {
    code: 'UNAVAILABLE',
    disposition: 'did-not-happen',
    why: 'the Nest application has not started. Call tools after app.init() or app.listen(), in code of the application from onApplicationBootstrap on.',
  })
}

function stopped(call: ToolCall): ToolError {
  return layerError(call, {
    code: 'CANCELLED',
    disposition: 'did-not-happen',
    why: 'the Nest application stops and did not wait any longer. Raise drainMs of ToolsModule.',
  })
}
