import 'reflect-metadata'
import { IsInt, IsString, Length, Max, Min } from 'class-validator'
import { Container, inject } from 'inversify'

import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { suspend } from '../../src/tools/suspension.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import type { ToolContext } from '../../src/tools/tool-context.js'

/** What performs transfers. */
export class Bank {
  readonly paid: number[] = []

  pay(cents: number): string {
    this.paid.push(cents)
    return `receipt ${this.paid.length.toString()}`
  }
}

@Tool({ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'invoice' })
export class Pay {
  @IsString()
  @Length(1, 20)
  invoice!: string

  @IsInt()
  @Min(1)
  @Max(1000)
  cents!: number

  constructor(@inject(Bank) private readonly bank: Bank) {}

  call() {
    return this.bank.pay(this.cents)
  }
}

/** Who calls, as a read. */
export const whoAmI = defineTool({
  ...{ server: 'bank', name: 'who', description: 'Who calls.', mutates: false },
  call: (_args, { tenantId, principal }: ToolContext) => `${tenantId}/${principal?.id ?? 'nobody'}`,
})

/** Asks for a colour. */
export const paint = defineTool({
  ...{ server: 'bank', name: 'paint', description: 'Paints.' },
  call: () => suspend({ reason: 'Which colour?', inputSchema: { type: 'string', minLength: 3 } }),
})

/** A read that may be tried again, until it was tried so often. */
export function flaky(failures: number) {
  let left = failures
  return defineTool({
    ...{ server: 'bank', name: 'rate', description: 'The rate.', mutates: false },
    call: () => {
      if (left-- > 0) throw new ToolFailure('Busy.', { retryable: true })
      return 3
    },
  })
}

export function bankContainer(): Container {
  const container = new Container()
  container.bind(Bank).toSelf().inSingletonScope()
  container.load(toolModule(Pay))
  return container
}
