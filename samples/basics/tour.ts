import 'reflect-metadata'
import assert from 'node:assert/strict'

import { IsString } from 'class-validator'
import { Container } from 'inversify'
import {
  createContext,
  defineTool,
  DefinitionError,
  discoverTools,
  extensionKey,
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
  call: ({ zone }: { zone: string }) => new Date(0).toLocaleString('en-GB', { timeZone: zone }),
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

const container = new Container()
container.load(toolModule(Greet, GreetTwice, SendMail))

// #region events
const events: ToolEvent[] = []
const registry = discoverTools(container, { sink: (event) => events.push(event) }).register(now)
// #endregion events

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
assert.deepEqual(await timed.dispatch('clock/now', {}), {
  status: 'output',
  value: '01/01/1970, 00:00:00',
})

// #region narrow
const readOnly = registry.filter((definition) => definition.effect === 'read')
const greeterOnly = registry.restrictTo(['greeter/greet', 'tool://greeter/greet_twice'])
// #endregion narrow
assert.deepEqual(readOnly.ids().map(String), ['clock/now', 'greeter/greet', 'greeter/greet_twice'])
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
