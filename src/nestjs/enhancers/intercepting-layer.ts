import type { NestInterceptor } from '@nestjs/common'
import { defer, EMPTY, from, lastValueFrom, mergeMap, of, type Observable } from 'rxjs'

import type { ToolOutcome } from '../../tools/outcome.js'
import type { NextLayer, ToolCall, ToolLayer } from '../../tools/tool-layer.js'
import type { EnhancerHost } from './enhancer-host.js'
import type { Enhancer } from './nest-layer.js'

/** Runs an interceptor of Nest round every call. */
export class InterceptingLayer implements ToolLayer {
  readonly name: string
  readonly #interceptor: Enhancer<NestInterceptor>
  readonly #host: EnhancerHost

  constructor(name: string, interceptor: Enhancer<NestInterceptor>, host: EnhancerHost) {
    this.name = name
    this.#interceptor = interceptor
    this.#host = host
  }

  /** What the interceptor makes of what is further in. */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const interceptor = await this.#host.resolve(this.#interceptor, call)
    let inner: ToolOutcome | undefined
    const run = async (): Promise<ToolOutcome> => (inner = await next(call))
    const handler = { handle: () => defer(run).pipe(mergeMap(toValue)) }
    const values = await interceptor.intercept(this.#host.execution(call), handler)
    const value = await lastValueFrom(from(values) as Observable<unknown>, {
      defaultValue: nothing,
    })
    return toOutcome(value, inner)
  }
}

const nothing = Symbol('nothing')

/** A call that suspended has no value yet, and nobody may mistake its question for one. */
function toValue(outcome: ToolOutcome): Observable<unknown> {
  return outcome.status === 'output' ? of(outcome.value) : EMPTY
}

function toOutcome(value: unknown, inner: ToolOutcome | undefined): ToolOutcome {
  const isInner = inner?.status === 'suspended' || (inner !== undefined && value === inner.value)
  if (isInner) return inner
  const output = value === nothing || value === undefined ? null : value
  return { status: 'output', value: output as null }
}
