import 'reflect-metadata'
import assert from 'node:assert/strict'

import { IsDateString, IsInt, IsString } from 'class-validator'
import { Container } from 'inversify'
import {
  createContext,
  defineTool,
  DefinitionError,
  discoverTools,
  extensionKey,
  lintTool,
  Tool,
  ToolContext,
  ToolError,
  ToolFailure,
  toolModule,
  type ToolEvent,
  type ToolLayer,
} from 'tallystick'

// #region define-tool
const now = defineTool({
  server: 'clock',
  name: 'now',
  description: 'The current time in a time zone.',
  mutates: false,
  inputSchema: {
    type: 'object',
    properties: { zone: { type: 'string', description: 'IANA name.', default: 'UTC' } },
    additionalProperties: false,
  },
  call: ({ zone }: { zone: string }) => new Date().toLocaleString('en-GB', { timeZone: zone }),
})
// #endregion define-tool

// #region context
const locale = extensionKey<string>('locale')

@Tool({ server: 'greeter', name: 'greet', mutates: false, description: 'Greet somebody.' })
class Greet {
  @IsString() who!: string

  call(context: ToolContext) {
    const hello = context.get(locale) === 'de' ? 'Guten Tag' : 'Good day'
    return { text: `${hello}, ${this.who}`, tenant: ToolContext.current().tenantId }
  }
}
// #endregion context

// #region nested
@Tool({ server: 'greeter', name: 'greet_twice', mutates: false, description: 'Greet twice.' })
class GreetTwice {
  @IsString() who!: string

  async call(context: ToolContext) {
    const first = await context.dispatch('greeter/greet', { who: this.who })
    const second = await context.dispatch('greeter/greet', { who: `${this.who} again` })
    return [first, second].map((outcome) => outcome.status)
  }
}
// #endregion nested

// #region failure
@Tool({ server: 'mail', name: 'send', description: 'Send a mail.' })
class SendMail {
  @IsString() to!: string

  call() {
    if (this.to.endsWith('.example')) {
      throw new ToolFailure('There is no such mail domain.', { disposition: 'did-not-happen' })
    }
    throw new Error('connect smtp://user:secret@mail.internal failed')
  }
}
// #endregion failure

// #region output
class Quote {
  @IsInt() cents!: number
  @IsDateString() validUntil!: string
}

@Tool({ server: 'shop', name: 'quote', mutates: false, description: 'A price.', output: Quote })
class GetQuote {
  @IsString() sku!: string

  call() {
    return { cents: 1250, validUntil: '2026-12-31' }
  }
}
// #endregion output

// #region key
@Tool({ server: 'till', name: 'pay', description: 'Pay a claim.', idempotencyKey: 'claim' })
class PayClaim {
  @IsString() claim!: string
  @IsInt() cents!: number

  call(context: ToolContext) {
    return { paid: this.claim, token: context.idempotencyKey }
  }
}
// #endregion key

const container = new Container()
container.load(toolModule(Greet, GreetTwice, SendMail, GetQuote, PayClaim))

// #region events
const events: ToolEvent[] = []
const registry = discoverTools(container, { sink: (event) => events.push(event) }).register(now)
// #endregion events

// #region verify
registry.verify()
const lints = registry.ids().flatMap((id) => lintTool(registry.get(id)))
// #endregion verify
assert.ok(lints.some(({ message }) => message.includes('no description')))

// #region catalogue
// What a model SDK is given …
const catalogue = registry.descriptors().map(({ wireName, description, inputSchema }) => ({
  name: wireName,
  description,
  input_schema: inputSchema,
}))

// … and what is done with the call it answers with.
async function answer(call: { name: string; input: unknown }) {
  try {
    const outcome = await registry.dispatch(registry.resolve(call.name).id, call.input)
    return { is_error: false, content: JSON.stringify(outcome) }
  } catch (error) {
    if (!ToolError.is(error)) throw error
    return { is_error: true, content: error.modelText }
  }
}
// #endregion catalogue
assert.ok(catalogue.every(({ input_schema }) => input_schema.type === 'object'))
assert.deepEqual(await answer({ name: 'shop__quote', input: '{"sku":"A"}' }), {
  is_error: false,
  content: '{"status":"output","value":{"cents":1250,"validUntil":"2026-12-31"}}',
})
assert.equal((await answer({ name: 'shop/quote', input: {} })).is_error, true)

// #region with-context
const acme = createContext({ tenantId: 'acme' }).with(locale, 'de')
const greeting = await registry.dispatch('greeter/greet', { who: 'Ada' }, acme)
// #endregion with-context
assert.deepEqual(greeting, {
  status: 'output',
  value: { text: 'Guten Tag, Ada', tenant: 'acme' },
})

const twice = await registry.dispatch('greeter__greet_twice', '{"who":"Ada"}')
assert.deepEqual(twice, { status: 'output', value: ['output', 'output'] })

const [paid, paidAgain] = [
  await registry.dispatch('till/pay', { claim: 'C-7', cents: 1250 }),
  await registry.dispatch('till/pay', { claim: 'C-7', cents: 990 }),
]
assert.match(JSON.stringify(paid), /"token":"ts1_[\w-]{43}"/)
assert.deepEqual(paidAgain, paid)
await assert.rejects(registry.dispatch('till/pay', { claim: '', cents: 1 }), {
  code: 'MISSING_IDEMPOTENCY_KEY',
  disposition: 'did-not-happen',
})

// #region layer
const timing: ToolLayer = {
  name: 'timing',
  async handle(call, next) {
    const started = performance.now()
    const outcome = await next(call)
    console.log(call.definition.id.toString(), performance.now() - started > 0)
    return outcome
  },
}
const timed = registry.layer(timing)
// #endregion layer
assert.match(JSON.stringify(await timed.dispatch('clock/now', {})), /\d\d:\d\d:\d\d/)

// #region refuse
const maintenance: ToolLayer = {
  name: 'maintenance',
  handle(call, next) {
    const { id: toolId, mutates } = call.definition
    if (!mutates) return next(call)
    const message = `${toolId.toString()}: writes are off. Wait for the end of the maintenance.`
    throw new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message, toolId })
  },
}
// #endregion refuse
await assert.rejects(registry.layer(maintenance).dispatch('mail/send', { to: 'a@b' }), {
  code: 'REFUSED',
  modelText: 'This call is not permitted.',
})

// #region cancel
const controller = new AbortController()
const hurried = createContext({
  signal: controller.signal,
  deadline: new Date(Date.now() + 5_000),
})
controller.abort()
const cancelled = registry.dispatch('shop/quote', { sku: 'A' }, hurried)
// #endregion cancel
await assert.rejects(cancelled, { code: 'CANCELLED', disposition: 'did-not-happen' })

// #region narrow
const readOnly = registry.filter((definition) => definition.effect === 'read')
const greeterOnly = registry.restrictTo(['greeter/greet', 'tool://greeter/greet_twice'])
// #endregion narrow
assert.deepEqual(readOnly.ids().map(String), [
  'clock/now',
  'greeter/greet',
  'greeter/greet_twice',
  'shop/quote',
])
assert.equal(greeterOnly.find('mail/send'), undefined)

// #region errors
async function sendTo(to: string) {
  try {
    return await registry.dispatch('mail/send', { to })
  } catch (error) {
    if (!ToolError.is(error)) throw error
    return { code: error.code, disposition: error.disposition, text: error.modelText }
  }
}
// #endregion errors
assert.deepEqual(await sendTo('a@b.example'), {
  code: 'TOOL_FAILED',
  disposition: 'did-not-happen',
  text: 'There is no such mail domain.',
})
const unforeseen = JSON.stringify(await sendTo('a@b.test'))
assert.match(unforeseen, /in-doubt.*Reference/)
assert.doesNotMatch(unforeseen, /secret/)
const last = events.at(-1)
assert.ok(last?.type === 'terminal' && last.status === 'failed')
assert.match(String(last.error.cause), /smtp:/)

// #region problems
try {
  registry.restrictTo(['greeter/great', 'mail/sent'])
} catch (error) {
  if (DefinitionError.is(error)) console.log(error.message)
}
// #endregion problems

console.log('The tour is complete.')
