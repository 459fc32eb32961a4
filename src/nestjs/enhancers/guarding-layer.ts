import type { CanActivate } from '@nestjs/common'
import { isObservable, lastValueFrom } from 'rxjs'

import { quoteName } from '../../errors/quoted-name.js'
import { ToolError } from '../../errors/tool-error.js'
import { judgeChanges } from '../../registry/call/call-of-context.js'
import { layerError } from '../../registry/call/layer-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { NextLayer, ToolCall, ToolLayer } from '../../tools/tool-layer.js'
import type { EnhancerHost } from './enhancer-host.js'
import type { Enhancer } from './nest-layer.js'

/** Asks a guard of Nest about every call. Nothing but its plain yes lets one pass. */
export class GuardingLayer implements ToolLayer {
  readonly name: string
  readonly #guard: Enhancer<CanActivate>
  readonly #host: EnhancerHost

  constructor(name: string, guard: Enhancer<CanActivate>, host: EnhancerHost) {
    this.name = name
    this.#guard = guard
    this.#host = host
  }

  /**
   * Goes on inwards, or refuses. Arguments that a layer further in puts in the place of these are judged again.
   * @throws ToolError REFUSED.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    await this.#judge(call)
    judgeChanges(call.context, (changed) => this.#judge(changed))
    return next(call)
  }

  async #judge(call: ToolCall): Promise<void> {
    let answer: unknown
    try {
      answer = await this.#ask(call)
    } catch (cause) {
      if (ToolError.is(cause)) throw cause
      throw this.#refused(call, 'could not be asked or threw; the cause is what it threw.', cause)
    }
    if (answer !== true) throw this.#refused(call, 'does not let it pass.')
  }

  async #ask(call: ToolCall): Promise<unknown> {
    const guard = await this.#host.resolve(this.#guard, call)
    const answer = guard.canActivate(this.#host.execution(call))
    return isObservable(answer) ? lastValueFrom(answer) : answer
  }

  #refused(call: ToolCall, what: string, cause?: unknown): ToolError {
    return layerError(call, {
      code: 'REFUSED',
      disposition: 'did-not-happen',
      why: `guard ${quoteName(this.name)} ${what}`,
      ...(cause === undefined ? {} : { cause }),
    })
  }
}
